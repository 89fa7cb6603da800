/** A number or an address to dial; an extension is kept apart, as RFC 3966 does. */
export type DialTarget = { readonly target: string; readonly extension?: string | undefined };

/**
 * The target that a text names: a SIP address as it is, else digits with an optional plus, or a
 * service code. Undefined unless it is one number beyond doubt: no call is better than one to
 * the wrong person.
 *
 * The core compares numbers (`src/protocol/number.rs`), and reads all that are dialled likewise.
 * This half is not there, since a phone's entries hold no module, and the widget's needs no phone.
 */
export function dialTarget(input: unknown): DialTarget | undefined {
  const text = plain(input);
  if (/^sips?:/i.test(text)) {
    return /^sips?:[^\s<>"]+$/i.test(text) ? { target: text } : undefined;
  }
  const number = text
    .replace(/^tel:(?:\/\/)?(.*)$/i, (_, rest: string) => rest.replace(/%([2-7][\da-f])/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))))
    // Parameters of RFC 3966; those of a local number's context and a carrier are the server's.
    .replace(/;(?!ext=)[a-z][\w-]*(?:=[^;]*)?/gi, "");
  const [, before = "", digits] = (/^[*#]/.test(number) ? undefined : EXTENSION.exec(number)) ?? [];
  const extension = before.replace(/\D/g, "").length >= 7 ? digits : undefined;
  const target = targetOf(extension === undefined ? number : before);
  return target === undefined ? undefined : { target, ...(extension === undefined ? {} : { extension }) };
}

/** The number of a caller, as a phone reports it; empty where it is none. */
export function callerNumber(from: unknown): string {
  const uri = /^(?:tel:|(sips?:)|)([^;@]*)(;[^@]*)?(@?)/i.exec(callerAddress(plain(from)).replace(/%2b/i, "+"));
  const number = (uri?.[2] ?? "").replace(SEPARATORS, "");
  // A SIP address without a user is that of a host.
  return (uri?.[1] === undefined || uri[4] === "@") && /^\+?[\d*#]{1,32}$/.test(number) ? number : "";
}

/** The address of a caller: SIP's headers put a name before it, and parameters behind. */
export function callerAddress(from: string): string {
  return /<([^<>]*)>[^<>]*$/.exec(from)?.[1] ?? from;
}

/** The name of a caller without a number, as a host can show it; empty where it is withheld. */
export function shownName(name: string): string {
  return /^(?:anonymous|private|restricted|unavailable|unknown|withheld)$|@anonymous\.invalid$/i.test(name) ? "" : name;
}

/** A number's digits as a phone dials them; undefined for anything but one number. */
function targetOf(text: string): string | undefined {
  // Two numbers that look alike, and a number that a spreadsheet made a fraction.
  if ((!/^(?:\+|00|011)/.test(text) && /^(.{7,})\D+\1$/.test(text.replace(/\d/g, "0"))) || /\d{7}\.0$/.test(text)) {
    return undefined;
  }
  // The trunk prefix of national calls, which Italy's numbers keep.
  const trunk = /^\D*(?:00\D*)?39\D/.test(text) ? text : text.replace(/(\d\D*)\( ?0 ?\)/, "$1");
  const digits = trunk.replace(SEPARATORS, "");
  const number = AREA_CODE.test(digits) ? digits.replace("/", "") : digits;
  return NUMBER.test(number) || SERVICE_CODE.test(number) ? number : undefined;
}

/** Normalises a number's text to ASCII: also full-width and Arabic digits, no invisible marks. */
function plain(input: unknown): string {
  return typeof input !== "string" || input.length > LONGEST
    ? ""
    : input
        .replace(/\p{Cf}/gu, "")
        .replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
        .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
        .replace(/[\p{Pd}\u2212\u30fc]/gu, "-")
        .replace(/\p{Zs}+/gu, " ")
        .trim();
}

/** Longer than any number or address that a phone takes. */
const LONGEST = 256;

const SEPARATORS = /[ ().[\]-]/g;

/** The number, and an extension behind a word, a pause, `#` or `;ext=`. */
const EXTENSION = /^(.*?) ?(?:;ext=|[,;]? ?\(?(?:ext(?:ension|n)?|x)[.:]* ?#?|,+|# ?)(\d{1,6})#?\)?$/i;

/** E.164, or as it is dialled from a country: with its prefix for abroad, or without. */
const NUMBER = /^(?:\+1\d{10}|(?:\+(?!1)|011|00)[1-9]\d{4,14}|\d{1,15})$/;

/** A service code such as `*67` or `#31#`, with a number or without. */
const SERVICE_CODE = /^(?=.{2,32}$)[\d*#]*[*#](?:\+[1-9])?[\d*#]*$/;

/** A slash behind an area code; behind anything else begins another number. */
const AREA_CODE = /^(?:0\d{1,5}|(?:\+|00)[2-9]\d{1,6}|\+?1?[2-9]\d\d(?=\/\d{7}$))\/[1-9]\d{2,}$/;
