import type { Store } from "../shared/store";
import type { WrapUp } from "./outcome";
import type { Caller, PhoneState } from "./state";

/** What the screens need of a softphone, whichever its line is. */
export interface Softphone {
  readonly store: Store<PhoneState>;
  /** Logs the user in; a line with accounts needs the password. */
  logIn(name: string, password?: string): void;
  /** Logs the user out, outside a call. */
  logOut(): void;
  /** Takes calls or not. */
  setAvailable(available: boolean): void;
  /** Calls a number. */
  dial(number: string): void;
  /** Lets the phone ring, where that is simulated. */
  receive(fromNumber: string): void;
  /** Takes the incoming call and opens the caller's record. */
  answer(): void;
  /** Refuses the incoming call. */
  decline(): void;
  /** Ends the call. */
  hangUp(): void;
  /** Mutes the microphone. */
  setMuted(muted: boolean): void;
  /** Holds the call. */
  setHeld(isHeld: boolean): void;
  /** Sends a digit of the keypad. */
  sendDigit(digit: string): void;
  /** Hands the call to a colleague. */
  transfer(): void;
  /** Saves the call after its end. */
  save(wrapUp: WrapUp): void;
  /** Saves the call with what the form offers. */
  saveAsIs(keepOpen: boolean): void;
  /** Asks the CRM for a caller's record. */
  openRecord(caller: Caller): void;
  /** Opens the phone in a window of its own. */
  popOut(): void;
  /** Shows a remark until the next one. */
  notify(notice: string): void;
}
