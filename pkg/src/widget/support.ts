import { canStart } from "#core";

/**
 * True if the package works here: there is WebAssembly and the page's policy lets it compile.
 */
export function isSupported(): boolean {
  return canStart();
}
