import type { Store } from "../shared/store";
import type { WrapUp } from "./outcome";
import type { Caller, PhoneState } from "./state";

/** The screens' interface of a softphone, on any line. */
export interface Softphone {
  readonly store: Store<PhoneState>;
  /** Logs the user in; a line with accounts needs the password. */
  logIn(name: string, password?: string): void;
  /** Logs the user out, outside a call. */
  logOut(): void;
  /** Sets whether the user takes calls. */
  setAvailable(available: boolean): void;
  /** Calls a number. */
  dial(number: string): void;
  /** Lets the phone ring, if that is simulated. */
  receive(fromNumber: string): void;
  /** Answers the incoming call and opens the caller's record. */
  answer(): void;
  /** Declines the incoming call. */
  decline(): void;
  /** Ends the call. */
  hangUp(): void;
  /** Mutes the microphone. */
  setMuted(muted: boolean): void;
  /** Holds the call. */
  setHeld(isHeld: boolean): void;
  /** Sends a digit of the keypad. */
  sendDigit(digit: string): void;
  /** Transfers the call to a colleague. */
  transfer(): void;
  /** Saves the call after its end. */
  save(wrapUp: WrapUp): void;
  /** Saves the call with the form's initial values. */
  saveAsIs(keepOpen: boolean): void;
  /** Asks the CRM for a caller's record. */
  openRecord(caller: Caller): void;
  /** Opens the phone in a separate window. */
  popOut(): void;
  /** Shows a remark until the next one. */
  notify(notice: string): void;
}
