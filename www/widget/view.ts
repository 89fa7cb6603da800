import type { PhoneState } from "./state";

/** A screen: its element, and its updates while it is shown. */
export interface View {
  element: HTMLElement;
  update(state: PhoneState): void;
}
