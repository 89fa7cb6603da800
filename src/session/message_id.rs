//! Message ids that never repeat.

use alloc::string::String;

use crate::protocol::push_decimal;

/// Generates message ids: the instance's random id, an underscore, a counter.
///
/// They need no secure context, and two sends within one millisecond differ.
#[derive(Clone, Debug)]
pub(crate) struct MessageIds {
    instance: String,
    count: u32,
}

impl MessageIds {
    pub(crate) const fn new(instance: String) -> Self {
        Self { instance, count: 0 }
    }

    pub(crate) fn next(&mut self) -> String {
        self.count = self.count.wrapping_add(1);
        let mut id = self.instance.clone();
        id.push('_');
        push_decimal(&mut id, self.count.into());
        id
    }
}

/// The part of a message id that stays the same through a session.
pub(crate) fn prefix(id: &str) -> &str {
    let end = id.bytes().rposition(|byte| byte == b'_');
    end.and_then(|end| id.get(..end)).unwrap_or(id)
}

#[cfg(test)]
mod tests {
    use super::{MessageIds, prefix};

    #[test]
    fn ids_count_up_and_keep_their_prefix() {
        let mut ids = MessageIds::new("w1a".to_owned());

        let all: Vec<_> = (0..12).map(|_| ids.next()).collect();

        assert_eq!(all.first().map(String::as_str), Some("w1a_1"));
        assert_eq!(all.last().map(String::as_str), Some("w1a_12"));
        assert!(all.iter().all(|id| prefix(id) == "w1a"));
        assert_eq!(prefix("1700000000000_1700000000100"), "1700000000000");
    }

    #[test]
    fn no_id_of_a_long_day_comes_twice() {
        let mut ids = MessageIds::new("w".to_owned());

        let mut all: Vec<_> = (0..20_000).map(|_| ids.next()).collect();

        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 20_000);
    }
}
