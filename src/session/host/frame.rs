//! The widget's frame.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;

use super::link::HostLink;
use super::outbox::Outbox;
use super::output::{FrameOutput, HostOutput, Visibility};
use crate::protocol::{Kind, Name, Object, Value};
use crate::session::Code;

/// A widget's frame: the link to it, and its display.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) link: HostLink,
    visibility: Visibility,
    /// The visibility last posted to the widget.
    posted: Visibility,
}

impl Frame {
    pub(super) fn new(link: HostLink) -> Self {
        Self {
            link,
            visibility: Visibility::default(),
            posted: Visibility::default(),
        }
    }

    /// Resets the posted visibility after a load: a page takes itself for visible.
    pub(super) fn handle_loaded(&mut self) {
        self.posted = Visibility::default();
    }

    /// Minimises, hides or shows the frame, and posts that to the widget.
    ///
    /// # Errors
    ///
    /// [`Code::NotReady`] where no widget is connected; the frame follows all the same.
    pub(super) fn set_visibility(
        &mut self,
        is_minimized: Option<bool>,
        is_hidden: Option<bool>,
        outbox: &mut Outbox,
    ) -> Result<String, Code> {
        let visibility = Visibility {
            is_minimized: is_minimized.unwrap_or(self.visibility.is_minimized),
            is_hidden: is_hidden.unwrap_or(self.visibility.is_hidden),
        };
        self.change(visibility, outbox);
        if !self.link.is_connected() {
            return Err(Code::NotReady);
        }
        Ok(self.post_visibility(outbox))
    }

    /// Shows a minimised or hidden frame, and tells the widget.
    pub(super) fn show(&mut self, outbox: &mut Outbox) {
        self.change(Visibility::default(), outbox);
        self.tell_visibility(outbox);
    }

    /// Hides the frame, and tells the widget.
    pub(super) fn hide(&mut self, outbox: &mut Outbox) {
        let hidden = Visibility {
            is_hidden: true,
            ..self.visibility
        };
        self.change(hidden, outbox);
        self.tell_visibility(outbox);
    }

    /// Tells a connected widget the visibility, unless it knows.
    pub(super) fn tell_visibility(&mut self, outbox: &mut Outbox) {
        if self.posted != self.visibility && self.link.is_connected() {
            self.post_visibility(outbox);
        }
    }

    fn post_visibility(&mut self, outbox: &mut Outbox) -> String {
        self.posted = self.visibility;
        let data = Object::new()
            .with(Name::IsMinimized, self.visibility.is_minimized)
            .with(Name::IsHidden, self.visibility.is_hidden);
        self.link.post(Kind::VisibilityChanged, data, outbox)
    }

    /// Applies the widget's request for another size.
    pub(super) fn resize(&self, kind: Kind, size: [&Value; 2], outbox: &mut Outbox) {
        let [width, height] = size.map(html_size);
        let given = size.into_iter().filter(|side| !side.is_undefined());
        let is_wrong = given.count() > width.iter().chain(&height).count();
        if is_wrong || (width.is_none() && height.is_none()) {
            outbox.diagnose(Code::WrongType, [kind.as_str(), " size"].concat());
        }
        if width.is_some() || height.is_some() {
            outbox.push(HostOutput::Frame(FrameOutput::Resize { width, height }));
        }
    }

    /// Moves the frame to the address that the widget asks for.
    pub(super) fn move_to(&mut self, origin: String, url: String, outbox: &mut Outbox) {
        self.link.set_widget_origin(origin);
        outbox.push(HostOutput::Frame(FrameOutput::MoveFrame { url }));
    }

    pub(super) const fn visibility(&self) -> Visibility {
        self.visibility
    }

    fn change(&mut self, visibility: Visibility, outbox: &mut Outbox) {
        if visibility != self.visibility {
            self.visibility = visibility;
            outbox.push(HostOutput::Frame(FrameOutput::VisibilityChanged {
                visibility,
            }));
        }
    }
}

/// A size as HTML takes it: numbers are pixels, texts are a number 1 or more, with or without a
/// unit. `None` for anything else, and for sizes past [`MAX_SIZE`].
fn html_size(value: &Value) -> Option<String> {
    let fits = |number: f64| number > 0.0 && number <= MAX_SIZE;
    if let Some(number) = value.number() {
        return fits(number).then(|| format!("{number}px"));
    }
    let text = value.text()?;
    let count = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let (whole, rest) = text.split_at(count(text));
    let unit = rest
        .strip_prefix('.')
        .map_or(rest, |rest| rest.split_at(count(rest)).1);
    // The whole part is enough, and parsing a fraction would weigh 15 kB.
    let whole: u32 = whole.parse().ok()?;
    (UNITS.contains(&unit) && fits(f64::from(whole))).then(|| text.to_owned())
}

/// Units of a frame's size attribute; it would take any other unit for pixels.
const UNITS: &[&str] = &["", "px", "%"];

/// The maximum width and height, in pixels.
const MAX_SIZE: f64 = 10_000.0;
