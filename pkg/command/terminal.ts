// Output for a terminal. A foreign text (a header, HTML, a value of a widget, a service's
// error, a trace) neither steers it nor looks like a line of ours.
import type { World } from "./world.js";

/** A foreign text on one line: characters that steer a terminal, break a line or turn the direction of text become spaces. */
export function oneLine(text: string): string {
  return text.replace(new RegExp(`(?:${STEERING.source})+`, "g"), " ");
}

/** An address for printing: without a name and password. */
export function printable(address: URL): string {
  const { href } = Object.assign(new URL(address), { username: "", password: "" });
  return href;
}

/** The world of a command that prints only lines: other characters that steer a terminal are escaped as in JSON. */
export function lineByLine<W extends Pick<World, "print" | "printError">>(world: W): W {
  return { ...world, print: (text) => world.print(escaped(text)), printError: (text) => world.printError(escaped(text)) };
}

/** The same text in JSON or in a source's literals, since there the escape means the character. */
function escaped(text: string): string {
  return text.replace(STEERING, (character) => (character === "\n" ? "\n" : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`));
}

/**
 * The control characters C0 and C1, Unicode's line breaks, and its marks that turn the
 * direction of text, so that an address reads as another one.
 */
const STEERING = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
