import type { PhoneState } from "./state";

/** A screen: its element, and how it follows the state while it is shown. */
export interface View {
  element: HTMLElement;
  update(state: PhoneState): void;
}
