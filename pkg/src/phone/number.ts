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
  const [, before = "", long, short] = (/^[*#]/.test(number) ? undefined : EXTENSION.exec(number)) ?? [];
  const extension = long ?? short;
  const main = extension !== undefined && (before.match(/[\da-z]/gi)?.length ?? 0) >= 7 ? before : undefined;
  const target = targetOf(main ?? number);
  return target === undefined ? undefined : { target, ...(main === undefined ? {} : { extension }) };
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
  const trunk = /^\D*(?:00\D*)?(?:39|378)\D/.test(text) ? text : text.replace(/(\d\D*)\( ?0 ?\)/, "$1");
  const digits = trunk.replace(SEPARATORS, "");
  const number = AREA_CODE.test(digits) ? digits.replace("/", "") : digits;
  if (NUMBER.test(number) || SERVICE_CODE.test(number)) {
    return number;
  }
  const [, prefix, letters] = VANITY.exec(digits) ?? [];
  return letters && `${prefix ?? ""}${letters.replace(/[a-z]/gi, (letter) => KEYPAD.charAt(letter.toLowerCase().charCodeAt(0) - CODE_OF_A))}`;
}

/** Normalises a number's text to ASCII: digits of any script, no invisible marks. */
function plain(input: unknown): string {
  return typeof input !== "string" || input.length > LONGEST
    ? ""
    : input
        .replace(/\p{Cf}/gu, "")
        .replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
        .replace(/[^\P{Nd}\d]/gu, digitOf)
        .replace(/[\p{Pd}\u2212\u30fc]/gu, "-")
        .replace(/\p{Zs}+/gu, " ")
        .trim();
}

/** Unicode has the ten digits of a script one after the other. */
function digitOf(char: string): string {
  let before = 0;
  while (/^\p{Nd}$/u.test(String.fromCodePoint((char.codePointAt(0) ?? 0) - before - 1))) {
    before++;
  }
  return String(before % 10);
}

/** Longer than any number or address that a phone takes. */
const LONGEST = 256;

const SEPARATORS = /[ ().[\]-]/g;

/** The number, and an extension behind a word, two pauses or `;ext=`; a short one behind a pause or `#`. */
const EXTENSION = /^(.*?) ?(?:(?:;ext=|[,;]? ?\(?(?:ext(?:ension|n)?|xt?|int|local|poste|anexo|\u0434\u043e\u0431)[.:]* ?#?|,,+)(\d{1,15})|(?:[,;]|# ?)(\d{1,6}))#?\)?$/i;

/** E.164, or as it is dialled from a country: with its prefix for abroad, or without. */
const NUMBER = /^(?:\+1\d{10}|(?:\+(?!1)|9?(?:0011|011|00)|810)[1-9]\d{4,14}|\d{1,15})$/;

/** A service code such as `*67` or `#31#`, with a number or without. */
const SERVICE_CODE = /^(?=.{2,32}$)[\d*#]*[*#](?:\+[1-9])?[\d*#]*$/;

/** A slash behind an area code; behind anything else begins another number. */
const AREA_CODE = /^(?:0\d{1,5}|(?:\+|00)[2-9]\d{1,6}|\+?1?[2-9]\d\d(?=\/\d{7}$))\/[1-9]\d{2,}$/;

/** Vanity number: seven letters count. */
const VANITY = /^(\+?1[2-9]\d\d|0?8(?:00|22|33|44|55|66|77|88)|900)(?=\d{0,6}[a-z])(?=.*[a-z]{3})([a-z\d]{7})[a-z]{0,5}$/i;

const CODE_OF_A = 97;

/** The key of each letter (ITU-T E.161). */
const KEYPAD = "22233344455566677778889999";
