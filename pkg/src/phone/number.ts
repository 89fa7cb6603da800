/**
 * What a phone can dial: a SIP address as it is, else digits with an optional plus. A
 * `tel:` address loses its parameters (RFC 3966), a number what separates its digits, and
 * letters become those of the keypad (ITU-T E.161). Undefined for anything else.
 */
export function dialTarget(number: unknown): string | undefined {
  if (typeof number !== "string" || number.length > LONGEST) {
    return undefined;
  }
  const text = number.trim();
  if (/^sips?:/i.test(text)) {
    return /^sips?:[^\s<>"]+$/i.test(text) ? text : undefined;
  }
  const digits = text
    .replace(/^tel:/i, "")
    .replace(/;.*$/, "")
    .replace(/[\s().\-/]/g, "")
    .replace(/[a-z]/gi, (letter) => KEYPAD.charAt(letter.toLowerCase().charCodeAt(0) - CODE_OF_A));
  return /^\+?[\d*#]{1,32}$/.test(digits) ? digits : undefined;
}

/** Longer than any number or address that a phone takes. */
const LONGEST = 256;

const CODE_OF_A = 97;

/** The key of each letter. */
const KEYPAD = "22233344455566677778889999";
