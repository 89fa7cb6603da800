/**
 * A phone behind the widget: from what a phone SDK reports to the calls of
 * {@link CallingExtensions}, by tables of the core.
 *
 * @packageDocumentation
 */
import { Binding } from "../phone/binding.js";
import type { Phone, PhoneBinding, PhoneOptions } from "../phone/types.js";
import type CallingExtensions from "../widget/calling-extensions.js";

export type { EndCause, PhoneCallState, PhoneCode } from "../generated/phone.js";
export type {
  Phone,
  PhoneBinding,
  PhoneCall,
  PhoneCause,
  PhoneDiagnostic,
  PhoneEvent,
  PhoneOptions,
  TransferTarget,
} from "../phone/types.js";

/**
 * Binds a phone to a widget: what the phone reports becomes the calls of the SDK, each once
 * and in order, and what the host asks for becomes commands of the phone.
 *
 * It takes `onDialNumber` and `onEndCall`, and sends INITIALIZED; the app's own handlers
 * run first. An instance keeps its first phone until `unbind()`: bound once more, it
 * reports `PHONE_ALREADY_BOUND` and returns the binding that there is.
 */
export function bindPhone(cti: CallingExtensions, phone: Phone, options: PhoneOptions = {}): PhoneBinding {
  const bound = cti as unknown as Record<symbol, Binding | undefined>;
  const first = bound[BOUND];
  if (first?.isBound === true) {
    first.report("PHONE_ALREADY_BOUND", "", "");
    return first;
  }
  const binding = new Binding(cti, phone, options);
  Object.defineProperty(cti, BOUND, { configurable: true, value: binding });
  return binding;
}

/** Under which an instance has its binding, whichever copy of this script made it. */
const BOUND = Symbol.for("calling-widget-sdk/phone");
