// Names of a request's fields on the command line, and parsers of their values.

/** The option of a field: `--is-ready` of `isReady`. */
export function option(field: string): string {
  return `--${kebabCase(field)}`;
}

/** `is-ready` of `isReady`. */
export function kebabCase(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** A number, if the text is one; any other text is passed on, for the client to refuse with its reason. */
export function number(text: string): unknown {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** True or false, if the text is one of them; any other text is passed on. */
export function flag(text: string): unknown {
  return text === "true" ? true : text === "false" ? false : text;
}
