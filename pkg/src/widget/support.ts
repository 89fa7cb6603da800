import { canStart } from "#core";

/**
 * True if the package works here: there is WebAssembly and the page's policy lets it compile.
 * `calling-widget-sdk/compat` needs neither.
 */
export function isSupported(): boolean {
  return canStart();
}
