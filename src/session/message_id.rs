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

        for count in 1..=20_000 {
            let id = ids.next();
            assert_eq!(id, format!("w1a_{count}"));
            assert_eq!(prefix(&id), "w1a");
        }
        assert_eq!(prefix("1700000000000_1700000000100"), "1700000000000");
    }
}
