// What a terminal gets. A text that did not come from us (a header, HTML, a value of a
// widget, a service's error, a trace) neither steers it nor looks like a line of ours.
import type { World } from "./world.js";

/** A foreign text on one line: what steers a terminal, breaks a line or turns the direction of text is a space. */
export function oneLine(text: string): string {
  return text.replace(new RegExp(`(?:${STEERING.source})+`, "g"), " ");
}

/** An address as it is printed: without the name and the password that it may have. */
export function printable(address: URL): string {
  const { href } = Object.assign(new URL(address), { username: "", password: "" });
  return href;
}

/** The world of a command that prints nothing but lines: what else steers a terminal is printed as JSON escapes it. */
export function lineByLine<W extends Pick<World, "print" | "printError">>(world: W): W {
  return { ...world, print: (text) => world.print(escaped(text)), printError: (text) => world.printError(escaped(text)) };
}

/** The same text where it is in JSON or in a source's literals, since there the escape means the character. */
function escaped(text: string): string {
  return text.replace(STEERING, (character) => (character === "\n" ? "\n" : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`));
}

/**
 * The control characters C0 and C1, Unicode's line breaks, and its marks that turn the
 * direction of text, so that an address reads as another one.
 */
export const STEERING = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
