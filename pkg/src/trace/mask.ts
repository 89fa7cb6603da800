import { hidden, isShown, PHONE } from "../shared/log.js";
import { originOf } from "../shared/page.js";

/**
 * Hides personal data as the log does. Two texts that differ still differ: what is
 * hidden alike gets a number behind it, so that a replay decides as the session did.
 */
export class Mask {
  /** The mask of each text. */
  private readonly masks = new Map<string, string>();
  /** How often a mask was given out. */
  private readonly times = new Map<string, number>();
  /** Texts beside payloads, with their masks. */
  private readonly repeated = new Map<string, string>();
  /** Phone numbers, the same way. */
  private readonly numbers = new Map<string, string>();

  /** @param isOn false shows everything. */
  constructor(readonly isOn: boolean) {}

  /** A text or a number of a record that the core made: its frame may name a page. */
  own(field: string, value: string | number): string | number {
    return field === "frame" ? this.text(String(value)) : value;
  }

  /** A text or a number of a payload. */
  leaf(field: string, value: string | number): string | number {
    if (!this.isOn || isImpersonal(field, value)) {
      return value;
    }
    const shown = (ADDRESSES.has(field) && withoutPath(value)) || hidden(value, field);
    if (shown === value) {
      return value;
    }
    const masked = this.maskFor(String(value), String(shown));
    if (PHONE.has(field)) {
      this.numbers.set(String(value), masked);
    }
    // A number stays one, since a session asks what kind of value a field has.
    return typeof value === "number" ? Number(masked.replace(/\D/g, "9")) : masked;
  }

  /** A text that is no payload; any output may repeat it. */
  text(value: string): string {
    if (!this.isOn || value === "") {
      return value;
    }
    const masked = this.maskFor(value, "***");
    this.repeated.set(value, masked);
    return masked;
  }

  /** An output, with the texts masked that it repeats. */
  output(output: readonly unknown[]): readonly unknown[] {
    const tag = output[0] as string;
    const texts = tag === "store" ? this.numbers : REPEATS_TEXT.has(tag) ? this.masks : this.repeated;
    return texts.size === 0 ? output : (replaced(output, texts) as unknown[]);
  }

  private maskFor(value: string, shown: string): string {
    const known = this.masks.get(value);
    if (known !== undefined) {
      return known;
    }
    const count = (this.times.get(shown) ?? 0) + 1;
    this.times.set(shown, count);
    const masked = count === 1 ? shown : `${shown}#${count}`;
    this.masks.set(value, masked);
    return masked;
  }
}

function replaced(value: unknown, texts: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") {
    return texts.get(value) ?? value;
  }
  if (Array.isArray(value)) {
    return value.map((item) => replaced(item, texts));
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const fields = Object.entries(value);
  return Object.fromEntries(fields.map(([name, item]) => [name, isShown(name) ? (item as unknown) : replaced(item, texts)]));
}

/** Whether a session decides by a text that nobody has to hide. */
function isImpersonal(field: string, value: string | number): boolean {
  return ADDRESSES.has(field) ? originOf(String(value)) === value : SIZES.has(field) && /^\d{1,4}(?:px|%)?$/.test(String(value));
}

/** An address with its origin alone; empty for what is none. */
function withoutPath(value: string | number): string {
  return /^https?:\/\//i.test(String(value)) ? `${originOf(String(value))}/***` : "";
}

const ADDRESSES = /* @__PURE__ */ new Set(["hostUrl", "iFrameUrl"]);
const SIZES = /* @__PURE__ */ new Set(["width", "height"]);

/**
 * Outputs that repeat a text of a payload. Of the others, `store` has a call's numbers,
 * and the rest name payloads.
 */
const REPEATS_TEXT = /* @__PURE__ */ new Set(["alert", "move"]);
