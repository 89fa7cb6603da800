//! The limits on what comes in, held before anything else reads it.

use alloc::string::String;
use alloc::vec;

use super::code::Code;
use crate::protocol::limits::{MAX_DEPTH, MAX_KEYS, MAX_TEXT};
use crate::protocol::{Payload, ValueKind};

/// Walks an incoming value and holds its depth, its number of keys and its
/// amount of text, the keys' own included, against the limits. The walk itself is
/// bounded: it stops at the first limit passed, and a cycle passes the depth.
///
/// # Errors
///
/// [`Code::TooDeep`], [`Code::TooManyKeys`] or [`Code::TooMuchText`].
pub fn guard<P: Payload>(value: &P) -> Result<(), Code> {
    let mut keys_left = MAX_KEYS;
    let mut text_left = MAX_TEXT;
    let mut pending = vec![(value.clone(), 0_usize)];
    while let Some((value, depth)) = pending.pop() {
        match value.value_kind() {
            ValueKind::Text => {
                text_left = text_left
                    .checked_sub(value.text_len())
                    .ok_or(Code::TooMuchText)?;
            }
            ValueKind::List | ValueKind::Object => {
                if depth >= MAX_DEPTH {
                    return Err(Code::TooDeep);
                }
                let children = value.children(keys_left).ok_or(Code::TooManyKeys)?;
                keys_left = keys_left.saturating_sub(children.len());
                text_left = text_left
                    .checked_sub(value.names_len())
                    .ok_or(Code::TooMuchText)?;
                pending.extend(
                    children
                        .into_iter()
                        .map(|child| (child, depth.wrapping_add(1))),
                );
            }
            _ => {}
        }
    }
    Ok(())
}

/// A message's type and id; `None` for what is no message. A SYNC needs no more
/// than these.
pub(crate) fn envelope<P: Payload>(message: &P) -> Option<(String, String)> {
    if message.value_kind() != ValueKind::Object {
        return None;
    }
    let wire = message.text_field("type")?;
    let id = message.field("messageId")?.id_text()?;
    (!wire.is_empty() && !id.is_empty()).then_some((wire, id))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Code, guard};
    use crate::protocol::limits::{MAX_DEPTH, MAX_KEYS, MAX_TEXT};

    fn nested(depth: usize) -> Value {
        (0..depth).fold(json!(1), |inner, _| json!({ "in": inner }))
    }

    #[test]
    fn depth_is_bounded() {
        assert_eq!(guard(&nested(MAX_DEPTH)), Ok(()));
        assert_eq!(guard(&nested(MAX_DEPTH + 1)), Err(Code::TooDeep));
    }

    #[test]
    fn keys_and_items_are_bounded_in_all() {
        assert_eq!(guard(&json!(vec![0; MAX_KEYS])), Ok(()));
        assert_eq!(guard(&json!([vec![0; MAX_KEYS]])), Err(Code::TooManyKeys));
        assert_eq!(
            guard(&json!([vec![0; MAX_KEYS / 2], vec![0; MAX_KEYS / 2]])),
            Err(Code::TooManyKeys)
        );
    }

    #[test]
    fn text_is_bounded_in_all() {
        assert_eq!(guard(&json!("x".repeat(MAX_TEXT))), Ok(()));
        assert_eq!(
            guard(&json!(["x", "x".repeat(MAX_TEXT)])),
            Err(Code::TooMuchText)
        );
    }
    #[test]
    fn keys_are_text_too() {
        let keyed = |length| json!({ "x".repeat(length): 1 });

        assert_eq!(guard(&keyed(MAX_TEXT)), Ok(()));
        assert_eq!(guard(&keyed(5_000_000)), Err(Code::TooMuchText));
        assert_eq!(
            guard(&json!([keyed(MAX_TEXT), keyed(1)])),
            Err(Code::TooMuchText)
        );
    }
}
