// Runs a program against one of the packages, and records what it does.
import { type Handler, type Handlers, type Program, special, type Step, type Value } from "./program.ts";
import { settled, type Stage } from "./stage.ts";
import { shown, SPECIAL } from "./values.ts";

/** The classes of a package. */
export type Api = { readonly CallingExtensions: new (options: never) => object; readonly IFrameManager: new (options: never) => object };

/** One entry of a transcript. */
export type Entry = {
  /** The step of the program, from 0; the end is one more than the last. */
  readonly step: number;
  readonly kind: "posted" | "handler" | "returned" | "threw" | "read" | "uncaught" | "rejected" | "left";
  /** The message's type, the handler's or the method's name. */
  readonly name: string;
  /** The rest, as text that can be compared. */
  readonly text: string;
  /** The number of the handler's entry in which it happened. */
  readonly within?: number;
  /** The app's instance; absent for the page's own entries. */
  readonly of?: number;
};

type Loose = Record<string, unknown>;

/** A fault that is sown in a package. */
export type Control = {
  /** Stands between a post and the peer. */
  readonly post?: (message: unknown, post: (message: unknown) => void) => void;
  /** The number of times that a handler runs. */
  readonly handlers?: Readonly<Record<string, number>>;
  /** Runs after an instance was constructed in an open session. */
  readonly constructed?: (instance: Loose) => void;
};

/** Runs a program; `further` options are ours, `control` is a fault. */
export async function run(program: Program, api: Api, stage: Stage, further: object = {}, control: Control = {}): Promise<Entry[]> {
  return new Runner(api, stage, further, control, program).run();
}

class Runner {
  private readonly entries: Entry[] = [];
  private readonly instances = new Map<number, { object: Loose; options: Loose }>();
  private readonly rejections: Rejection[] = [];
  private hasRejections = false;
  /** Message ids that the package made, by what they are called here. */
  private readonly ids = new Map<unknown, string>();
  private readonly posts: unknown[] = [];
  private readonly own: string;
  /** How many constructions there were up to each instance's: one may take another's number. */
  private readonly serials = new Map<number, number>();
  private constructions = 0;
  private step = 0;
  private within: number | undefined;
  /** Handlers may answer messages for ever. */
  private reactions = 60;
  private dial: unknown;
  private readonly shared = { externalCallId: "c-1", step: 0 };

  constructor(
    private readonly api: Api,
    private readonly stage: Stage,
    private readonly further: object,
    private readonly control: Control,
    private readonly program: Program,
  ) {
    this.own = JSON.stringify(program);
    const record = (message: unknown, target: string): void => {
      const { messageId, type } = Object(message) as Loose;
      const isNew = typeof messageId === "string" && !this.ids.has(messageId) && !this.own.includes(`"messageId":${JSON.stringify(messageId)}`);
      if (isNew) {
        this.ids.set(messageId, "new id");
      }
      this.posts.push(message);
      this.enter("posted", String(type), `${this.shown(message)} to ${target}`);
      if (isNew) {
        this.ids.set(messageId, `id of ${String(type)}`);
      }
    };
    stage.posted = (message, target) => {
      if (control.post === undefined) {
        record(message, target);
      } else {
        control.post(message, (sent) => { record(sent, target); });
      }
    };
    stage.rejected = (reason) => {
      this.rejections.push(reason instanceof Rejection ? reason : new Rejection("an error"));
    };
    stage.uncaught = (error) => {
      this.enter("uncaught", "", errorName(error));
    };
  }

  async run(): Promise<Entry[]> {
    const { steps } = this.program;
    for (; this.step < steps.length; this.step += 1) {
      await this.take(steps[this.step] as Step);
      await settled();
    }
    // The page is hidden for ever. An answer counts as lost after five minutes.
    this.stage.page("pagehide");
    await this.stage.wait(360_000);
    if (this.hasRejections) {
      await this.stage.turn();
    }
    for (const { message, at } of this.rejections) {
      this.enter("rejected", "", `${message} at ${String(at === undefined ? at : this.entries[at]?.step)}`, undefined, at);
    }
    const { listeners, timers } = this.stage.left();
    this.enter("left", "listeners", listeners.join(" "));
    this.enter("left", "timers", String(timers));
    return this.entries;
  }

  /** Takes a step; one that takes time is awaited by the program alone. */
  private take(step: Step): Promise<void> | void {
    const { stage } = this;
    switch (step.do) {
      case "construct":
        this.construct(step);
        return;
      case "handlers": {
        const { options } = this.instances.get(step.of) ?? {};
        if (options !== undefined) {
          const handlers = this.handlers(step.of, step.set);
          options["eventHandlers"] = step.whole ? handlers : Object.assign(Object(options["eventHandlers"]) as object, handlers);
        }
        return;
      }
      case "call":
      case "manager": {
        const { object } = this.instances.get(step.of) ?? {};
        const owner = step.do === "call" ? object : (object?.["iFrameManager"] ?? object);
        if (owner !== undefined) {
          const args = step.args.map((value) => this.value(value, step.of));
          this.attempt(step.method, step.of, () => (owner as Record<string, (...args: unknown[]) => unknown>)[step.method]?.(...args), this.list(args));
        }
        return;
      }
      case "set": {
        const { object } = this.instances.get(step.of) ?? {};
        if (object !== undefined) {
          (Object(object["iFrameManager"] ?? object) as Loose)[step.field] = this.value(step.value, step.of);
        }
        return;
      }
      case "override": {
        const { object } = this.instances.get(step.of) ?? {};
        const owner = Object(step.on === "manager" ? object?.["iFrameManager"] : object) as Loose;
        const { runner, method, label, original } = { runner: this, method: step.method, label: this.serials.get(step.of), original: owner[step.method] as (...args: unknown[]) => unknown };
        owner[method] = (...args: unknown[]): unknown => {
          runner.enter("handler", `own ${method}`, runner.list(args), label);
          return step.calls ? original.apply(owner, args) : undefined;
        };
        return;
      }
      case "read":
        this.read(step.of);
        return;
      case "peer":
        return this.deliver(this.value(step.message, 0), step.from, step.origin);
      case "reply": {
        const asked = this.posts.at(step.to) as Loose | undefined;
        return asked && this.deliver({ ...(this.value(step.message, 0) as object), messageId: asked["messageId"] });
      }
      case "frame":
        stage.frame(step.event);
        return;
      case "page":
        stage.page(step.event);
        return;
      case "wait":
        return stage.wait(step.ms);
      case "jump":
        stage.jump(step.ms);
    }
  }

  private deliver(message: unknown, from?: "stranger", origin?: "other" | "null"): Promise<void> | void {
    const { type, data } = Object(message) as Loose;
    this.dial = type === "DIAL_NUMBER" ? data : this.dial;
    return this.stage.deliver(message, from, origin);
  }

  private construct({ as, class: only, options: given, handlers = {}, inherited = false }: Step & { do: "construct" }): void {
    const name = only ?? "CallingExtensions";
    this.serials.set(as, this.constructions);
    this.constructions += 1;
    const options = this.value(given, as) as Loose | null;
    if (typeof options === "object" && options !== null) {
      if (name === "IFrameManager") {
        const handler = handlers["onMessageHandler"];
        options["onMessageHandler"] = handler === undefined ? undefined : this.handler(as, "onMessageHandler", handler);
      } else if (!("eventHandlers" in options)) {
        // A class has its handlers on its prototype.
        options["eventHandlers"] = inherited ? Object.create(this.handlers(as, handlers)) as object : this.handlers(as, handlers);
        Object.assign(options, this.further);
      }
    }
    this.attempt(`new ${name}`, as, () => {
      const object = new this.api[name](options as never) as Loose;
      this.instances.set(as, { object, options: Object(options) as Loose });
      if (this.posts.length > 0) {
        this.control.constructed?.(object);
      }
    });
  }

  private attempt(name: string, of: number, act: () => unknown, args = ""): void {
    let made: unknown;
    try {
      made = act();
    } catch {
      this.enter("threw", name, args, of);
      return;
    }
    this.enter("returned", name, made === undefined ? args : `${args} ${this.shown(made)}`, of);
  }

  private handlers(of: number, handlers: Handlers): Loose {
    return Object.fromEntries(Object.entries(handlers).map(([name, handler]) => [name, this.handler(of, name, handler)]));
  }

  private handler(of: number, name: string, { is, then = [], value = null }: Handler): unknown {
    if (is === "value") {
      return this.value(value, of);
    }
    const { runner, label, react } = { runner: this, label: this.serials.get(of) ?? of, react: () => { this.react(then); } };
    return function (this: unknown, ...args: unknown[]): unknown {
      const { within } = runner;
      const [at, reason] = [runner.entries.length, `${label} ${name}`];
      runner.enter("handler", name, runner.list(args) + (this === undefined ? "" : " this"), label);
      runner.within = at;
      if (is === "async" || is === "rejects") {
        runner.within = within;
        const later = async (): Promise<void> => {
          await Promise.resolve();
          const outside = runner.within;
          runner.within = at;
          react();
          runner.within = outside;
          if (is === "rejects") {
            runner.hasRejections = true;
            throw new Rejection(reason, at);
          }
        };
        return later();
      }
      try {
        for (let times = runner.control.handlers?.[name] ?? 1; times > 1; times -= 1) {
          react();
        }
        react();
        if (is === "throws") {
          throw new Error(reason);
        }
      } finally {
        runner.within = within;
      }
      return undefined;
    };
  }

  private react(then: readonly Step[]): void {
    for (const step of then) {
      this.reactions -= 1;
      if (this.reactions >= 0) {
        void this.take(step);
      }
    }
  }

  private read(of: number): void {
    const { object, options } = this.instances.get(of) ?? {};
    if (object !== undefined) {
      const manager = Object(object["iFrameManager"] ?? object) as Loose;
      const values = ["isIFrameHost", "isReady", "debugMode", "destinationHost"].map((name) => `${name} ${this.shown(manager[name])}`);
      const [frame, peer] = [manager["iFrame"] as Loose | null, manager["destinationWindow"]];
      this.enter("read", "iFrameManager", [...values, `iFrame ${shown(frame?.["width"])} ${shown(frame?.["height"])} ${shown(frame?.["allow"])} ${shown(frame?.["id"])}`, `window ${peer === null ? "none" : String(peer === (window.parent === window ? frame?.["contentWindow"] : window.parent))}`, `then ${typeof object["then"]}`, `types ${["callbacks", "instanceId", "messageHandler", "firstSyncSent"].map((name) => typeof manager[name]).join(" ")}`].join(", "), of);
      this.enter("read", "options", String(object["options"] === options), of);
    }
  }

  private enter(kind: Entry["kind"], name: string, text: string, of?: number, within = this.within): void {
    const last = this.entries.at(-1);
    if (name === "SYNC" && last?.kind === kind && last.step === this.step && last.within === within && last.text.startsWith(text)) {
      // The same message again, as a host repeats SYNC.
      this.entries[this.entries.length - 1] = { ...last, text: `${text}, ${String(Number(/, (\d+) times$/.exec(last.text)?.[1] ?? 1) + 1)} times` };
      return;
    }
    this.entries.push({ step: this.step, kind, name, text, ...(within === undefined ? {} : { within }), ...(of === undefined ? {} : { of }) });
  }

  /** What a value of a program stands for. */
  private value(value: Value, of: number): unknown {
    if (Array.isArray(value)) {
      return value.map((item) => this.value(item as Value, of));
    }
    if (typeof value !== "object" || value === null) {
      return value;
    }
    switch (special(value)) {
      case undefined:
        return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.value(item, of)]));
      case "undefined":
        return undefined;
      case "dial":
        return this.dial;
      case "callback":
        return this.handler(of, "callback", { is: "plain" });
      case "shared":
        // One object that the app changes before each use.
        this.shared.step = this.step;
        return this.shared;
      case "cycle": {
        const cycle: Loose = {};
        return (cycle["cycle"] = cycle);
      }
      default:
        return SPECIAL[special(value) ?? ""]?.();
    }
  }

  private list(args: readonly unknown[]): string {
    return `(${args.map((arg) => this.shown(arg)).join(", ")})`;
  }

  private shown(value: unknown): string {
    return shown(value, this.ids);
  }
}

/** A rejection of a program's handler. */
class Rejection extends Error {
  /** @param at - The handler's entry. */
  constructor(message: string, readonly at?: number) {
    super(message);
  }
}

/** An error by its name: texts differ. */
function errorName(error: unknown): string {
  return error instanceof Error && /^\d /.test(error.message) ? error.message : "an error";
}
