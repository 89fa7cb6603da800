//! The protocol as data: message kinds, field tables, ids, limits.
//!
//! One table feeds validation, the TypeScript types, the reference on the site and the
//! fixtures. This layer knows nothing of calls, sessions or browsers.

mod address;
mod enums;
mod envelope;
mod field;
mod ids;
mod kind;
pub mod limits;
mod name;
mod named;
mod number;
mod origin;
pub mod shapes;
mod text;
mod typed;
mod value;

pub use address::origin_of_url;
pub use enums::{CALLER_ID_TYPES, CallStatus, EndStatus, IframeLocation, OBJECT_TYPES, OPEN_IN};
pub(crate) use envelope::given_number;
pub use envelope::{Contents, Envelope};
pub use field::{Field, FieldKind, Mask, Need, Shape};
pub use ids::{CallName, EngagementId, ExternalCallId, Millis, WindowId};
pub use kind::{Body, Direction, Kind, MESSAGES, Message};
pub use name::Name;
pub(crate) use named::named;
pub use number::{PhoneNumber, digits_of, is_same_number};
pub use origin::{DEFAULT_HOST_ORIGINS, Origin, OriginPattern, is_loopback_host};
pub(crate) use text::{around, concat, cut, listed, push_decimal};
pub use typed::{Fields, List, Part, Reader, Slot, Typed};
pub(crate) use typed::{is_same, tables};
pub use value::{Kept, Number, Object, Source, Value, ValueKind, is_exact};

/// The version of the published SDK this package is compatible with: `version` of SYNC_ACK and
/// `Constants.VERSION`.
pub const COMPATIBLE_VERSION: &str = "0.9.7";

/// The version of this package, in SYNC_ACK's extra top-level field
/// [`Name::SdkVersion`]. Hosts that do not know it ignore it.
pub const SDK_VERSION: &str = env!("CARGO_PKG_VERSION");
