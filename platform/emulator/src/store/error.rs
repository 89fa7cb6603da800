//! Errors of opening a data file.

use std::path::PathBuf;

/// A reason why a data file cannot be opened. The file is unchanged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file holds something else.
    #[error(
        "{} holds no data of this program; it is left as it is, choose another file with --data",
        .0.display()
    )]
    Foreign(PathBuf),
    /// Another version of this program made it.
    #[error(
        "{} is of another version of this program (layout {found}, this one has {known}); it is \
         left as it is, start a new file with --data, or use that version",
        path.display()
    )]
    OtherLayout {
        /// The file.
        path: PathBuf,
        /// Its layout.
        found: i64,
        /// The layout of this program.
        known: i64,
    },
    /// A part of it cannot be read.
    #[error(
        "{} is damaged; it is left as it is, bring a copy of it back or choose another file with --data",
        .0.display()
    )]
    Damaged(PathBuf),
    /// Another program has it open.
    #[error("{} is in use by another program", .0.display())]
    InUse(PathBuf),
    /// The system cannot create the file.
    #[error("cannot make {}: {source}; choose another file with --data", path.display())]
    Make {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The system or SQLite refuses it.
    #[error("cannot open {}: {source}", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// SQLite's error.
        source: rusqlite::Error,
    },
}
