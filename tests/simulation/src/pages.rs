//! What the pages do around the two halves.

use calling_widget_sdk::session::host::{HostOutput, StoreRequest};
use calling_widget_sdk::session::widget::Output;
use serde_json::{Value, json};

use crate::Pair;

/// What the pages do around the two halves: the app's handlers, the CRM's record store.
///
/// Whatever a test does not define does nothing; a store answers with an empty list.
pub trait Pages {
    /// A message reaches the handlers of the widget at this side.
    fn heard(&mut self, _pair: &mut Pair, _side: usize, _message: &Value) {}

    /// The app gets the calls of the page before.
    fn resumed(&mut self, _pair: &mut Pair, _account: &Value) {}

    /// The record store is asked.
    fn handle_request(
        &mut self,
        pair: &mut Pair,
        side: usize,
        request: u32,
        ask: StoreRequest<Value>,
    ) {
        drop(ask);
        pair.stored(side, request, Ok(json!([])));
    }

    /// The CRM is to open a record; whether it does.
    fn opens_record(&mut self) -> bool {
        true
    }

    /// The frame gets another address.
    fn moved(&mut self, _pair: &mut Pair, _side: usize) {}

    /// A message was posted, from this side.
    fn posted(&mut self, _from: usize, _message: &Value) {}

    /// The messages on the wire for one of this side's.
    fn on_wire(&mut self, _from: usize, message: Value) -> Vec<Value> {
        vec![message]
    }

    /// Any other order of a host's.
    fn at_host(&mut self, _output: HostOutput<Value>) {}

    /// Any other order of a widget's.
    fn at_widget(&mut self, _output: Output<Value>) {}
}
