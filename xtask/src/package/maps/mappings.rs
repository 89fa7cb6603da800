//! The positions of a source map.
//!
//! ```text
//! mappings: lines, a semicolon between two
//! line:     segments, a comma between two
//! segment:  column; or column, source, line, column; or these and a name
//! ```
//!
//! Each number is written relative to the one before it, in base 64: the column of the
//! script to the one before on the line, the others to those of the segment before.
//! Source: ECMA-426, "Source map format".

/// The mappings without the positions in some sources; nothing for what is no mappings.
///
/// What comes from such a source is marked as coming from none, or a debugger would take
/// it for the end of what is before it.
pub(super) fn without(mappings: &str, sources: &[i64]) -> Option<String> {
    let mut read = Position::default();
    let mut written = Position::default();
    let mut text = String::with_capacity(mappings.len());
    for (at, line) in mappings.split(';').enumerate() {
        if at > 0 {
            text.push(';');
        }
        (read.column, written.column) = (0, 0);
        let mut is_first = true;
        let mut is_marked = false;
        for segment in line.split(',').filter(|segment| !segment.is_empty()) {
            let has_name = read.advance(&numbers(segment)?)?;
            let is_dropped = has_name.is_some() && sources.contains(&read.source);
            if is_dropped && is_marked {
                continue;
            }
            if !is_first {
                text.push(',');
            }
            is_first = false;
            is_marked = is_dropped;
            number(read.column.checked_sub(written.column)?, &mut text);
            written.column = read.column;
            let Some(has_name) = has_name.filter(|_| !is_dropped) else {
                continue;
            };
            number(read.source.checked_sub(written.source)?, &mut text);
            number(
                read.original_line.checked_sub(written.original_line)?,
                &mut text,
            );
            number(
                read.original_column.checked_sub(written.original_column)?,
                &mut text,
            );
            if has_name {
                number(read.name.checked_sub(written.name)?, &mut text);
                written.name = read.name;
            }
            written = Position {
                name: written.name,
                ..read
            };
        }
    }
    Some(text)
}

/// What a segment is relative to.
#[derive(Debug, Default, Clone, Copy)]
struct Position {
    column: i64,
    source: i64,
    original_line: i64,
    original_column: i64,
    name: i64,
}

impl Position {
    /// Takes a segment's numbers; returns whether it has a name, `None` inside for one
    /// without a source.
    fn advance(&mut self, numbers: &[i64]) -> Option<Option<bool>> {
        let mut numbers = numbers.iter().copied();
        self.column = self.column.checked_add(numbers.next()?)?;
        let Some(source) = numbers.next() else {
            return Some(None);
        };
        self.source = self.source.checked_add(source)?;
        self.original_line = self.original_line.checked_add(numbers.next()?)?;
        self.original_column = self.original_column.checked_add(numbers.next()?)?;
        let Some(name) = numbers.next() else {
            return Some(Some(false));
        };
        self.name = self.name.checked_add(name)?;
        Some(Some(true))
    }
}

/// The numbers of a segment.
fn numbers(segment: &str) -> Option<Vec<i64>> {
    let mut numbers = Vec::new();
    let mut value: i64 = 0;
    let mut shift: u32 = 0;
    for byte in segment.bytes() {
        let digit = i64::try_from(DIGITS.iter().position(|&digit| digit == byte)?).ok()?;
        value |= (digit & 31).checked_shl(shift)?;
        shift += 5;
        if digit & 32 == 0 {
            numbers.push(if value & 1 == 1 {
                -(value >> 1)
            } else {
                value >> 1
            });
            (value, shift) = (0, 0);
        }
    }
    Some(numbers)
}

/// Writes a number.
fn number(value: i64, text: &mut String) {
    let mut rest = (value.unsigned_abs() << 1) | u64::from(value < 0);
    loop {
        let digit = rest & 31;
        rest >>= 5;
        let digit = if rest == 0 { digit } else { digit | 32 };
        let place = usize::try_from(digit).unwrap_or_default();
        text.push(char::from(DIGITS.get(place).copied().unwrap_or_default()));
        if rest == 0 {
            return;
        }
    }
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        for value in [
            0,
            1,
            -1,
            15,
            16,
            -16,
            31,
            32,
            1_000,
            -123_456,
            i64::from(i32::MAX),
        ] {
            let mut text = String::new();

            number(value, &mut text);

            assert_eq!(numbers(&text), Some(vec![value]), "{text}");
        }
        // Source: the examples of ECMA-426's predecessors.
        assert_eq!(numbers("AAgBC"), Some(vec![0, 0, 16, 1]));
    }

    #[test]
    fn nothing_changes_where_nothing_is_left_out() {
        let mappings = ";;AAAA,SAASA,EAAE,MAAM;ACAA,CDCA;A";

        assert_eq!(without(mappings, &[]).as_deref(), Some(mappings));
    }

    #[test]
    fn a_source_that_is_left_out_becomes_one_mark() {
        // Columns 0, 2, 4 and 6; the sources 0, 1, 1 and 0.
        let mappings = "AAAA,ECCA,EACA,EDDC";

        let left = without(mappings, &[1]).expect("mappings");

        // The marks have a column alone, and what follows is relative to the source before.
        assert_eq!(left, "AAAA,E,IACC");
        assert_eq!(without(&left, &[1]).as_deref(), Some(&*left));
    }

    #[test]
    fn what_is_no_mapping_is_refused() {
        assert_eq!(without("A!", &[]), None);
        assert_eq!(without("AA", &[]), None);
    }
}
