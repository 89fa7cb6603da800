/**
 * Connects a phone to the widget: translates a phone SDK's reports into calls of
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
 * Binds a phone to a widget: the phone's events become SDK calls, each once and in order, and
 * the host's requests become commands of the phone.
 *
 * It takes `onDialNumber` and `onEndCall`, and sends INITIALIZED; the app's own handlers run
 * first. An instance keeps its first phone until `unbind()`: binding again reports
 * `PHONE_ALREADY_BOUND` and returns the existing binding.
 *
 * @throws TypeError for a vendor's object in place of its adapter.
 */
export function bindPhone(cti: CallingExtensions, phone: Phone, options: PhoneOptions = {}): PhoneBinding {
  const bound = cti as unknown as Record<symbol, Binding | undefined>;
  const first = bound[BOUND];
  if (first?.isBound === true) {
    first.report("PHONE_ALREADY_BOUND", "", "");
    return first;
  }
  if (typeof (phone as Partial<Phone> | undefined)?.listen !== "function") {
    throw new TypeError("pass an adapter, such as jssipPhone(ua)");
  }
  const binding = new Binding(cti, phone, options);
  Object.defineProperty(cti, BOUND, { configurable: true, value: binding });
  return binding;
}

/** Key of an instance's binding, the same in every copy of this script. */
const BOUND = Symbol.for("calling-widget-sdk/phone");
