//! The pages' behaviour around the two halves.

use calling_widget_sdk::session::host::{HostOutput, StoreRequest};
use calling_widget_sdk::session::widget::Output;
use serde_json::{Value, json};

use crate::Pair;

/// The pages' behaviour around the two halves: the app's handlers, the CRM's record store.
///
/// The default is to do nothing; a store answers with an empty list.
pub trait Pages {
    /// Handles a message at the widget of this side.
    fn heard(&mut self, _pair: &mut Pair, _side: usize, _message: &Value) {}

    /// Handles the calls of the page before.
    fn resumed(&mut self, _pair: &mut Pair, _account: &Value) {}

    /// Handles a request to the record store.
    fn handle_request(&mut self, pair: &mut Pair, side: usize, request: u32, ask: StoreRequest) {
        drop(ask);
        pair.stored(side, request, Ok(json!([])));
    }

    /// Handles a request to open a record; true if that succeeds.
    fn opens_record(&mut self) -> bool {
        true
    }

    /// Handles a new address of the frame.
    fn moved(&mut self, _pair: &mut Pair, _side: usize) {}

    /// Observes a message posted from this side.
    fn posted(&mut self, _from: usize, _message: &Value) {}

    /// The messages on the wire for one of this side's.
    fn on_wire(&mut self, _from: usize, message: Value) -> Vec<Value> {
        vec![message]
    }

    /// Handles any other order of a host's.
    fn at_host(&mut self, _output: HostOutput) {}

    /// Handles any other order of a widget's.
    fn at_widget(&mut self, _output: Output) {}
}
