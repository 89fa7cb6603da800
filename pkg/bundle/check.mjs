// Refuses contents that no shipped file may have.
import { readFile } from "node:fs/promises";

import { DIST, filesBelow } from "./places.mjs";

export async function check() {
  for (const path of await filesBelow(DIST)) {
    const found = path.endsWith(".wasm") ? undefined : fault(path, await readFile(path, "latin1"));
    if (found !== undefined) throw new Error(`${path} ${found}`);
  }
}

/** The fault of a file that would ship. */
export function fault(path, text) {
  // A page without a charset reads a script as windows-1252.
  if (/[^\0-\x7f]/.test(text)) return "holds a byte above 0x7F";
  if (!/\.js$/.test(path)) return undefined;
  // A Content-Security-Policy without 'unsafe-eval' refuses both.
  const call = /(?<![\w$.])(?:eval\(|new Function)/.exec(text)?.[0];
  return call === undefined ? undefined : `makes code of text: it holds \`${call}\``;
}
