import { ADDRESS_FIELDS } from "../generated/masks.js";
import { originOf } from "../shared/page.js";
import { hasForm, isKnown, isShown, starred } from "../shared/shown.js";
import { MAX_READ_TEXT } from "../generated/limits.js";
import { AS_IT_IS, orderOf, written } from "./values.js";

/**
 * Hides personal data as the log does. Different texts stay different: equal masks get
 * numbers, so that a replay decides as the session did.
 */
export class Mask {
  /** The mask of each text, and of each number as a text. */
  private readonly masks = new Map<string, string>();
  /** The mask of each name of a field that no table has. */
  private readonly names = new Map<string, string>();
  /** The masks of the ids of messages and windows. */
  private readonly ids = new Map<string, string>();
  /** The number of uses of each mask. */
  private readonly times = new Map<string, number>();

  /** Objects of inputs, as they were shown. */
  private readonly passedOn = new WeakMap<object, unknown>();

  /** The prefix of the session's own ids. */
  own = "";

  /** @param isOn false shows everything. */
  constructor(readonly isOn: boolean) {}

  /**
   * Masks a text or a number of a payload, or of the session's own records.
   *
   * @param field its name; empty to hide it whole.
   */
  leaf(field: string, value: string | number, isRecord = false): string | number {
    if (!this.isOn || value === "" || isShown(field, value, isRecord)) {
      return value;
    }
    if (field === "window") {
      const window = String(this.leaf("owner", value, true));
      this.ids.set(String(value), window);
      return window;
    }
    const text = String(value);
    const masked = field === "messageId" ? this.id(text) : this.maskFor(text, ADDRESSES.has(field) ? address(text) : starred(field, value));
    // A number stays a number, since a session checks the types of fields.
    return typeof value === "number" ? numeric(masked) : masked;
  }

  /** Masks the name of a field. */
  name(name: string): string {
    if (!this.isOn || isKnown(name) || HARMLESS.test(name)) {
      return name;
    }
    const masked = this.maskFor(name, "***");
    this.names.set(name, masked);
    return masked;
  }

  /** Masks a payload of an input. */
  payload(value: object, isRecord: boolean): unknown {
    return written(withType(value), "", {
      leaf: (field, leaf) => this.leaf(field, leaf, isRecord),
      name: (name) => this.name(name),
      made: (object, shown) => this.passedOn.set(object, shown),
    });
  }

  /** Masks an output's texts that repeat those of inputs. */
  output(output: readonly unknown[]): readonly unknown[] {
    const [tag, ...fields] = output as [string, ...unknown[]];
    if (!this.isOn) {
      return orderOf(output);
    }
    const origin: Origin = tag === "store" ? "store" : RECORDS.has(tag) ? "record" : "message";
    return [
      tag,
      ...fields.map((field, at) => {
        if (typeof field === "string") {
          return this.repeated(tag, at, field);
        }
        if (typeof field !== "object" || field === null || Array.isArray(field)) {
          // Any other number that the store is asked for by itself is an engagement's.
          const called = tag === "store" && fields[1] === "matchCallerId" ? "fromNumber" : "";
          return field === undefined ? null : this.made(field, called, origin);
        }
        return this.passedOn.get(field) ?? this.object(withType(field), "", origin);
      }),
    ];
  }

  private repeated(tag: string, at: number, text: string): string {
    const texts = tag === "sent" ? this.ids : REPEATS[tag]?.includes(at) === true ? this.masks : undefined;
    return texts?.get(text) ?? text;
  }

  /** Masks a value that a session made: its texts and numbers are values of inputs, or its own. */
  private made(value: unknown, field: string, origin: Origin): unknown {
    const isRecord = origin !== "message";
    switch (typeof value) {
      case "string":
        if (value.length > MAX_READ_TEXT) {
          return written(value, field, AS_IT_IS);
        }
        return isShown(field, value, isRecord) ? value : hasForm(field) ? this.leaf(field, value) : (this.textsOf(field, origin)?.get(value) ?? value);
      case "number": {
        if (!Number.isFinite(value)) {
          return written(value, field, AS_IT_IS);
        }
        const isOwn = isShown(field === "" ? "engagementId" : isRecord ? field.replace(/^(?:started|ended)At$/, "at") : field, value, isRecord);
        const masked = isOwn ? undefined : hasForm(field) ? String(this.leaf(field, value)) : this.masks.get(String(value));
        return masked === undefined ? value : numeric(masked);
      }
      case "object":
        if (value === null) {
          return null;
        }
        // What came in goes on as it came.
        return this.passedOn.get(value) ?? this.object(value, field, field === "message" ? "message" : origin);
      default:
        return written(value, field, AS_IT_IS);
    }
  }

  private object(value: object, field: string, origin: Origin): unknown {
    if (Array.isArray(value)) {
      return value.map((item) => this.made(item, field, origin));
    }
    const inside: Origin = origin === "store" ? "record" : origin;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [this.names.get(name) ?? name, this.made(item, name, inside)]));
  }

  /** The texts that a field of such a value may repeat; undefined for the session's own words. */
  private textsOf(field: string, origin: Origin): ReadonlyMap<string, string> | undefined {
    if (field === "owner" && origin !== "message") {
      return this.ids;
    }
    return origin === "message" ? this.masks : field === "" && origin !== "store" ? this.names : hasForm(field, true) ? undefined : this.masks;
  }

  /** Masks a message's id: its sender, an underscore, and a number. A session compares the senders. */
  private id(text: string): string {
    const end = text.lastIndexOf("_");
    const last = text.slice(end + 1);
    const masked =
      end < 0
        ? this.maskFor(text, "***")
        : `${this.prefix(text.slice(0, end))}_${/^\d{0,6}$/.test(last) ? last : this.maskFor(last, "***")}`;
    this.ids.set(text, masked);
    return masked;
  }

  private prefix(text: string): string {
    return text === "" || text === this.own || isShown("messageId", `${text}_1`) ? text : this.maskFor(text, "***");
  }

  private maskFor(value: string, shown: string): string {
    const known = this.masks.get(value);
    if (known !== undefined) {
      return known;
    }
    const count = (this.times.get(shown) ?? 0) + 1;
    this.times.set(shown, count);
    // A session compares numbers by their digits, so one without digits gets none.
    const behind = /[1-9]/.test(value) ? `#${count}` : `#${String(count).replace(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "")}`;
    const masked = count > 1 || (shown === "***" && behind === "#1") ? shown + behind : shown;
    this.masks.set(value, masked);
    return masked;
  }
}

/** Gives a message a type that is a text or a value that JSON lacks: a session sees all others alike. */
function withType(message: object): object {
  const { type } = message as { type?: unknown };
  return type === undefined || typeof type === "string" ? message : { ...message, type: Symbol() };
}

function numeric(masked: string): number {
  return Number(masked.replace(/\D/g, "9"));
}

/** Masks an address but for its origin. */
function address(text: string): string {
  const origin = /^https?:\/\//i.test(text) ? originOf(text) : "";
  return origin === "" ? "***" : origin === text ? text : `${origin}/***`;
}

const ADDRESSES: ReadonlySet<string> = /* @__PURE__ */ new Set(/* @__PURE__ */ ADDRESS_FIELDS.split(" "));

/** Indexes in a list, and names that are nobody's. */
const HARMLESS = /^(?:\d{0,3}|__proto__|(?:started|ended)At|associations|properties)$/;

/**
 * The origin of a value in an output: a message, the session's own record, or a question to the
 * record store.
 */
type Origin = "message" | "record" | "store";

/** The outputs with records. */
const RECORDS: ReadonlySet<string> = /* @__PURE__ */ new Set(["call", "journal", "resumed", "say"]);

/** The outputs that repeat a text of an input unchanged, and the positions of these texts. */
const REPEATS: Readonly<Record<string, readonly number[]>> = { alert: [0], badOrigin: [0], move: [0], resize: [0, 1] };
