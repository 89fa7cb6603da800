import { ADDRESS_FIELDS } from "../generated/masks.js";
import { originOf } from "../shared/page.js";
import { hasForm, isKnown, isShown, starred } from "../shared/shown.js";

/**
 * Hides personal data as the log does. Two texts that differ still differ: what is
 * hidden alike gets a number behind it, so that a replay decides as the session did.
 */
export class Mask {
  /** The mask of each text, and of each number as a text. */
  private readonly masks = new Map<string, string>();
  /** The mask of each name of a field that no table has. */
  private readonly names = new Map<string, string>();
  /** The masks of the ids of messages and windows. */
  private readonly ids = new Map<string, string>();
  /** How often a mask was given out. */
  private readonly times = new Map<string, number>();

  /** What the session's own ids begin with. */
  own = "";

  /** @param isOn false shows everything. */
  constructor(readonly isOn: boolean) {}

  /**
   * A text or a number of a payload, or of what the session recorded of itself.
   *
   * @param field what it is called; empty for what is hidden whole.
   */
  leaf(field: string, value: string | number, isRecord = false): string | number {
    if (!this.isOn || value === "" || isShown(field, value, isRecord)) {
      return value;
    }
    if (field === "idPrefix") {
      return this.prefix(String(value));
    }
    if (field === "window") {
      const window = String(this.leaf("owner", value, true));
      this.ids.set(String(value), window);
      return window;
    }
    const text = String(value);
    const masked = field === "messageId" ? this.id(text) : this.maskFor(text, ADDRESSES.has(field) ? address(text) : starred(field, value));
    // A number stays one, since a session asks what kind of value a field has.
    return typeof value === "number" ? numeric(masked) : masked;
  }

  /** The name of a field. */
  name(name: string): string {
    if (!this.isOn || isKnown(name) || HARMLESS.test(name)) {
      return name;
    }
    const masked = this.maskFor(name, "***");
    this.names.set(name, masked);
    return masked;
  }

  /** An output, with the texts masked that it repeats of inputs. */
  output(output: readonly unknown[]): readonly unknown[] {
    if (!this.isOn) {
      return output;
    }
    const [tag, ...fields] = output as [string, ...unknown[]];
    return [tag, ...fields.map((field, at) => (typeof field === "string" ? this.repeated(tag, at, field) : this.draft(field, "", tag === "store")))];
  }

  private repeated(tag: string, at: number, text: string): unknown {
    if (tag === "pinned" && at === 2) {
      return this.leaf("idPrefix", text);
    }
    const texts = tag === "sent" || tag === "queued" ? this.ids : REPEATS[tag]?.includes(at) === true ? this.masks : undefined;
    return texts?.get(text) ?? text;
  }

  /** What an output orders: a text or a number stands there for a value, or in the path of one. */
  private draft(value: unknown, field: string, isStore: boolean): unknown {
    switch (typeof value) {
      case "string":
        return isShown(field, value, true) ? value : hasForm(field) ? this.leaf(field, value) : (this.textsOf(field, isStore)?.get(value) ?? value);
      case "number": {
        const isOwn = isShown(field === "" ? "engagementId" : field.replace(/^(?:started|ended)At$/, "at"), value, true);
        const masked = isOwn ? undefined : hasForm(field) ? String(this.leaf(field, value)) : this.masks.get(String(value));
        return masked === undefined ? value : numeric(masked);
      }
      case "object":
        if (Array.isArray(value)) {
          // Any other number that the store is asked by itself is an engagement's.
          return value.map((item, at) => this.draft(item, at > 0 && value[0] === "matchCallerId" ? "fromNumber" : "", isStore));
        }
        return value === null
          ? null
          : Object.fromEntries(Object.entries(value).map(([name, item]) => [this.names.get(name) ?? name, this.draft(item, name, false)]));
      default:
        return value;
    }
  }

  /** The texts that a draft's field may repeat; none where the session's own words stand. */
  private textsOf(field: string, isStore: boolean): ReadonlyMap<string, string> | undefined {
    if (field === "owner") {
      return this.ids;
    }
    return field === "" && !isStore ? this.names : hasForm(field, true) ? undefined : this.masks;
  }

  /** A message's id: its sender, an underscore, and a number. A session compares the senders. */
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
    // A session compares numbers by their digits, so what has none gets none.
    const behind = /[1-9]/.test(value) ? `#${count}` : `#${String(count).replace(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "")}`;
    const masked = count > 1 || (shown === "***" && behind === "#1") ? shown + behind : shown;
    this.masks.set(value, masked);
    return masked;
  }
}

/** A mask in the place of a number. */
function numeric(masked: string): number {
  return Number(masked.replace(/\D/g, "9"));
}

/** An address with its origin alone. */
function address(text: string): string {
  const origin = /^https?:\/\//i.test(text) ? originOf(text) : "";
  return origin === "" ? "***" : origin === text ? text : `${origin}/***`;
}

const ADDRESSES: ReadonlySet<string> = /* @__PURE__ */ new Set(/* @__PURE__ */ ADDRESS_FIELDS.split(" "));

/** Places in a list, and names that nobody has. */
const HARMLESS = /^(?:\d{0,3}|__proto__|(?:started|ended)At)$/;

/** The outputs that repeat a text of an input as it is, and the places of these texts. */
const REPEATS: Readonly<Record<string, readonly number[]>> = { alert: [0], badOrigin: [0], forward: [0], move: [0], resize: [0, 1] };
