import { LINE_RULES, type LineEvent, type LineState, type LineStep } from "../generated/phone.js";
import { isolated } from "../shared/isolated.js";
import type CallingExtensions from "../widget/calling-extensions.js";
import type { Phone, PhoneOptions } from "./types.js";

/** The user's line: the availability for calls, as reported to the host. */
export class Line {
  private state: LineState = "unregistered";
  private isPosting = false;
  /** Runs for a second after a change of the registration. */
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** What the phone reported meanwhile. */
  private waiting: "registered" | "unregistered" | undefined;
  /** Changes that the host was spared, without a quiet second among them; past a loop's, none counts. */
  private spared = 0;

  constructor(
    private readonly cti: CallingExtensions,
    private readonly phone: Phone,
    private readonly initialized: PhoneOptions["initialized"],
    private readonly then: { hangUpAll(): void; onLoop(): void },
  ) {}

  /** True if the user chose to take no calls: the phone's next binding keeps to it. */
  private get isAway(): boolean {
    return AWAY.has(this.phone);
  }

  private set isAway(isAway: boolean) {
    AWAY[isAway ? "add" : "delete"](this.phone);
  }

  /** Carries out a change of the registration, at most one a second: the last one. */
  register(event: "registered" | "unregistered"): void {
    if (this.timer !== undefined) {
      this.waiting = event;
      if (++this.spared === LOOP) {
        this.then.onLoop();
      }
      return;
    }
    const before = this.state;
    this.enter(event);
    if (this.state !== before) {
      this.timer = setTimeout(() => {
        const { waiting } = this;
        this.timer = undefined;
        this.waiting = undefined;
        if (waiting !== undefined) {
          this.register(waiting);
        } else if (this.spared < LOOP) {
          this.spared = 0;
        }
      }, SECOND_MS);
    }
  }

  /** Carries out an event's steps. */
  enter(event: LineEvent): void {
    for (const step of this.move(event === "registered" && this.isAway ? "registeredAway" : event)) {
      isolated(() => {
        if (step === "hangUpAll") {
          this.then.hangUpAll();
        } else if (this.cti.state === "ready" || this.initialized === false) {
          this.isPosting = true;
          try {
            this.cti[step]();
          } finally {
            this.isPosting = false;
          }
        }
        // Before READY nothing is posted: INITIALIZED reports it.
      });
    }
    // Whoever logs in next chooses anew.
    if (event === "logOut") {
      this.isAway = false;
      this.waiting = undefined;
    }
  }

  /** Sets whether the user takes calls, whatever the phone does meanwhile. */
  choose(isAvailable: boolean): void {
    this.isAway = !isAvailable;
    this.enter(isAvailable ? "back" : "away");
  }

  /** Sends INITIALIZED, unless the app does. */
  initialize(): void {
    const { initialized = {} } = this;
    if (initialized !== false) {
      const isAvailable = { isAvailable: this.state === "available" };
      this.cti.initialized({ isLoggedIn: this.state !== "loggedOut", ...isAvailable, ...initialized, ...(this.isAway && isAvailable) });
    }
  }

  /** Takes the app's own reports of availability as the user's choice. Returns a function that stops that. */
  watch(): () => void {
    const { cti } = this;
    const before = Object.getOwnPropertyDescriptor(cti, "sendMessage");
    const sendMessage = cti.sendMessage.bind(cti);
    const watched: typeof sendMessage = (message) => {
      sendMessage(message);
      const isAvailable = message.type === "USER_AVAILABLE";
      if (!this.isPosting && (isAvailable || message.type === "USER_UNAVAILABLE")) {
        this.isAway = !isAvailable;
        this.move(isAvailable ? "back" : "away");
      }
    };
    Object.defineProperty(cti, "sendMessage", { configurable: true, writable: true, value: watched });
    return () => {
      clearTimeout(this.timer);
      if (cti.sendMessage === watched) {
        Reflect.deleteProperty(cti, "sendMessage");
        if (before !== undefined) {
          Object.defineProperty(cti, "sendMessage", before);
        }
      }
    };
  }

  private move(event: LineEvent): readonly LineStep[] {
    const [to, ...steps] = LINE_RULES[this.state][event] ?? [this.state];
    this.state = to;
    return steps;
  }
}

/** The phones whose user takes no calls. */
const AWAY = new WeakSet<Phone>();

const SECOND_MS = 1_000;

/** Changes that make a loop. */
const LOOP = 8;
