//! Checks the data file before anything is written to it.

use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::{error::StoreError, tables::LAYOUT};

/// An absolute path: SQLite parses `file:…` as a URL with options, and opens no file for
/// `:memory:` or an empty name.
pub(super) fn file_of(path: &Path) -> std::io::Result<PathBuf> {
    std::path::absolute(path)
}

/// Creates a missing file, for its owner alone. SQLite gives the files beside it the same
/// mode.
pub(super) fn make(path: &Path) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
        outcome => outcome.map(drop),
    }
}

/// Checks a file without writing to it.
pub(super) fn check(path: &Path) -> Result<(), StoreError> {
    let foreign = || StoreError::Foreign(path.to_owned());
    match std::fs::metadata(path) {
        Err(_) => return Ok(()),
        Ok(found) if !found.is_file() => return Err(foreign()),
        // SQLite takes an empty file for a new one.
        Ok(found) if found.len() == 0 => return Ok(()),
        Ok(_) => {}
    }
    let header = std::fs::File::open(path).and_then(|mut file| {
        let mut header = [0; HEADER_LENGTH];
        std::io::Read::read_exact(&mut file, &mut header)?;
        Ok(header)
    });
    let header = header.map_err(|_| foreign())?;
    let number = |place: usize| {
        let bytes = header.get(place..place + 4)?;
        Some(i64::from(i32::from_be_bytes(bytes.try_into().ok()?)))
    };
    if !header.starts_with(MAGIC) || number(68) != Some(APPLICATION) {
        return Err(foreign());
    }
    known_layout(path, number(60).unwrap_or_default())
}

/// True if every page is intact; does not compare indexes with rows, which takes several times
/// as long.
pub(super) fn is_whole(connection: &Connection) -> rusqlite::Result<bool> {
    let first: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    Ok(first == "ok")
}

/// Refuses another layout; 0 is a file whose tables do not exist yet.
pub(super) fn known_layout(path: &Path, found: i64) -> Result<(), StoreError> {
    if found != LAYOUT && found != 0 {
        return Err(StoreError::OtherLayout {
            path: path.to_owned(),
            found,
            known: LAYOUT,
        });
    }
    Ok(())
}

/// "cwse", in the header of the file: this program's.
pub(super) const APPLICATION: i64 = 0x6377_7365;

/// The first bytes of every SQLite file.
///
/// Source: the database file format, section 1.3, also for the offsets of the layout (60) and
/// the application (68).
const MAGIC: &[u8] = b"SQLite format 3\0";

const HEADER_LENGTH: usize = 100;
