// The allow-list of logs and traces: fields, and the forms of their values.
import { FIELD_NAMES, MESSAGE_TYPES, PHONE_FIELDS, SHOWN, SHOWN_OF_RECORDS } from "../generated/masks.js";

/**
 * True if a value has a form in which its field's values are shown.
 *
 * @param isRecord true for the fields of a session's own records.
 */
export function isShown(field: string, value: string | number | bigint, isRecord = false): boolean {
  const text = String(value);
  return (forms().ofMessages.get(field)?.test(text) ?? false) || (isRecord && (forms().ofRecords.get(field)?.test(text) ?? false));
}

/** A message's type if the protocol has it; an app's own may contain anything. */
export function shownType(type: string): string {
  return isShown("type", type) ? type : "";
}

/** True if a field's values have a form in which they are shown. */
export function hasForm(field: string, isRecord = false): boolean {
  return (isRecord ? forms().ofRecords : forms().ofMessages).has(field);
}

/** True if a table has the field; any other name may be personal. */
export function isKnown(field: string): boolean {
  return forms().names.has(field);
}

/** Masks a hidden value. A phone number keeps its last four digits. */
export function starred(field: string, value: string | number | bigint): string {
  const text = String(value);
  const isNumber = forms().phones.has(field) && ONLY_A_NUMBER.test(text) && text.replace(/\D/g, "").length >= SHORTEST;
  return isNumber ? text.replace(/\d(?=(?:\D*\d){4})/g, "*") : "***";
}

function formsOf(rows: typeof SHOWN): ReadonlyMap<string, RegExp> {
  return new Map(
    rows.flatMap(([form, fields]) => {
      const whole = new RegExp(`^(?:${form})$`);
      return fields.split(" ").map((field) => [field, whole] as const);
    }),
  );
}

type Forms = {
  readonly ofMessages: ReadonlyMap<string, RegExp>;
  readonly ofRecords: ReadonlyMap<string, RegExp>;
  readonly names: ReadonlySet<string>;
  readonly phones: ReadonlySet<string>;
};

let made: Forms | undefined;

/** Computed at first use: a module's code that runs at load stays in every bundle. */
function forms(): Forms {
  return (made ??= {
    ofMessages: formsOf([...SHOWN, [`UNKNOWN_MESSAGE_TYPE|${MESSAGE_TYPES.replace(/ /g, "|")}`, "type"]]),
    ofRecords: formsOf(SHOWN_OF_RECORDS),
    names: new Set(`type messageId data ${FIELD_NAMES}`.split(" ")),
    phones: new Set(PHONE_FIELDS.split(" ")),
  });
}

/** The characters of a phone number; names, addresses and other digits are masked whole. */
const ONLY_A_NUMBER = /^[0-9\s()+.\-*#,;x/]*$/i;
/** Shorter numbers are masked whole: four digits would be most of them. */
const SHORTEST = 7;
