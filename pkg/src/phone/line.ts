import { LINE_RULES, type LineEvent, type LineState } from "../generated/phone.js";
import { isolated } from "../shared/isolated.js";
import type CallingExtensions from "../widget/calling-extensions.js";
import type { PhoneOptions } from "./types.js";

/** The user's line: whether calls can come in, as the host is to know it. */
export class Line {
  private state: LineState = "unregistered";

  constructor(
    private readonly cti: CallingExtensions,
    private readonly initialized: PhoneOptions["initialized"],
    private readonly hangUpAll: () => void,
  ) {}

  /** Carries out what follows from an event. */
  enter(event: LineEvent): void {
    const [to, ...steps] = LINE_RULES[this.state][event] ?? [this.state];
    this.state = to;
    for (const step of steps) {
      isolated(() => {
        if (step === "hangUpAll") {
          this.hangUpAll();
        } else if (this.cti.state === "ready" || this.initialized === false) {
          this.cti[step]();
        }
        // Before READY there is nothing to say: INITIALIZED will.
      });
    }
  }

  /** Sends INITIALIZED, unless the app does. */
  initialize(): void {
    const { initialized = {} } = this;
    if (initialized !== false) {
      this.cti.initialized({ isLoggedIn: this.state !== "loggedOut", isAvailable: this.state === "available", ...initialized });
    }
  }
}
