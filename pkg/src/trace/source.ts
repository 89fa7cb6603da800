// Values of a trace as the source text of a test.
import { isShown } from "../shared/shown.js";
import { Mask } from "./mask.js";

/**
 * Makes source text of what a trace has: all of it in string literals of printable ASCII, and
 * nothing of it about a person. What the trace or its own mask hides is made up.
 */
export class Source {
  /** A trace may be unmasked, or say that it is masked when it is not. */
  private readonly mask = new Mask(true);
  /** What is made up, by what is hidden. */
  private readonly madeUp = new Map<string, string>();
  private readonly records = new Map<string, number>();

  /** A value as source text. */
  code(value: unknown, field = ""): string {
    if (Array.isArray(value)) {
      return `[${value.map((item) => this.code(item, field)).join(", ")}]`;
    }
    if (typeof value === "object" && value !== null) {
      const fields = Object.entries(value).map(([name, item]) => `${this.name(name)}: ${this.code(item, name)}`);
      return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
    }
    switch (typeof value) {
      case "string":
        return quoted(this.text(value, field));
      case "number":
        return String(this.isLongRecord(field, value) ? this.record(value) : this.mask.leaf(field, value));
      case "boolean":
        return String(value);
      default:
        return value === null ? "null" : "undefined";
    }
  }

  private name(name: string): string {
    // In an object's literal this one would set what the object inherits.
    return name === "__proto__" ? '["__proto__"]' : quoted(this.visible(isMask(name) ? name : this.mask.name(name), ""));
  }

  private text(text: string, field: string): string {
    if (this.isLongRecord(field, text)) {
      return String(this.record(text));
    }
    return this.visible(isMask(text) ? text : String(this.mask.leaf(field, text)), field);
  }

  /** Whether a trace shows the identifier of a record although it has as many digits as a phone number. */
  private isLongRecord(field: string, value: string | number): boolean {
    return LONG.test(String(value)) && isShown(field, NO_TIME);
  }

  /** A made-up identifier, the same one for the same record. */
  private record(value: string | number): number {
    const id = this.records.get(String(value)) ?? FIRST_RECORD + this.records.size;
    this.records.set(String(value), id);
    return id;
  }

  /** A made-up value in place of a mask. */
  private visible(text: string, field: string): string {
    if (!text.includes("*")) {
      return text;
    }
    const known = this.madeUp.get(text);
    if (known !== undefined) {
      return known;
    }
    const count = this.madeUp.size + 1;
    const [origin] = /^https?:\/\/[^/]*\//.exec(text) ?? [];
    // Numbers that nobody has are 555-0100 and those behind it.
    const made = PHONE.test(text) || /number$/i.test(field) ? `+1202555${String(99 + count).padStart(4, "0")}` : origin !== undefined ? `${origin}${count}` : (USUAL.get(field) ?? `text ${count}`);
    this.madeUp.set(text, made);
    return made;
  }
}

/** A text as a literal of printable ASCII: neither a line's end nor a comment's can be in it. */
export function quoted(text: string): string {
  return JSON.stringify(text)
    .replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .replace(/\*\//g, "*\\/");
}

/** Whether a text is hidden already; at most four digits show through. */
function isMask(text: string): boolean {
  return /^(?:[\s()+.\-*#,;/x]*\d){0,4}[\s()+.\-*#,;/x]*(?:#[\da-j]{1,6})?$/.test(text) && text.includes("*");
}

/** An identifier of a record that may be somebody's number. */
const LONG = /^\d{10,}$/;
/** So long, only a record's identifier is shown. */
const NO_TIME = "9999999999";
const FIRST_RECORD = 900_000_001;

/** The mask of a phone number: it shows the last four digits. */
const PHONE = /\*.*\d\D*\d\D*\d\D*\d\D*(?:#\d+)?$/;

/** What apps read where a trace hides it. */
const USUAL: ReadonlyMap<string, string> = new Map([["countryCode", "US"], ["toPhoneNumberSrc", "phone"], ["type", "OF_AN_APP"]]);
