import { attempt } from "../shared/attempt.js";
import { hasWindow, originOf } from "../shared/page.js";
import type { Diagnostics } from "../shared/types.js";
import { canCompile } from "../wasm/load.js";

/** The pages around this one: its parent, the parent's parent, up to the top. */
export function ancestors(): Window[] {
  const found: Window[] = [];
  for (let parent = parentOf(window); parent !== undefined && !found.includes(parent); parent = parentOf(parent)) {
    found.push(parent);
  }
  return found;
}

/** The indexes of this page among its parent's frames, of the parent among its own parent's, up to the top. */
export function framePath(): string {
  let frame: Window = window;
  const path = ancestors().map((parent) => {
    let at = 0;
    while (at < parent.length && parent[at] !== frame) {
      at += 1;
    }
    frame = parent;
    return at;
  });
  return path.join(".");
}

/** True if the page is in a frame. */
export function isFramed(): boolean {
  return hasWindow() && parentOf(window) !== undefined;
}

/** The page around a window. A frame that was removed has none, nor has a test's stand-in for a parent. */
export function parentOf(window: Window): Window | undefined {
  const { parent } = window as { parent?: Window | null };
  return parent && parent !== window ? parent : undefined;
}

/** The page's capabilities. */
export function environment(): Omit<Diagnostics["environment"], "journal"> {
  const framed = isFramed();
  let depth = 0;
  let referrerOrigin = "";
  let ancestorOrigins: string[] = [];
  let hasSessionStorage = false;
  let allows: (feature: string) => boolean | undefined = () => undefined;
  if (hasWindow()) {
    depth = ancestors().length;
    referrerOrigin = document.referrer === "" ? "" : originOf(document.referrer);
    // Firefox does not report the pages around.
    const { ancestorOrigins: origins } = window.location as Partial<Location>;
    ancestorOrigins = origins === undefined ? [] : Array.from(origins);
    // The getter itself throws when storage is blocked.
    hasSessionStorage = attempt(() => typeof window.sessionStorage === "object") ?? false;
    allows = (feature) => {
      const policy = (document as { featurePolicy?: { allowsFeature(name: string): boolean } })
        .featurePolicy;
      return policy?.allowsFeature(feature);
    };
  }
  const allowsMicrophone = allows("microphone");
  const allowsAutoplay = allows("autoplay");
  return {
    isFramed: framed,
    depth,
    ancestorOrigins,
    referrerOrigin,
    hasSessionStorage,
    hasWebAssembly: typeof WebAssembly === "object",
    allowsWebAssembly: canCompile(),
    ...(allowsMicrophone === undefined ? {} : { allowsMicrophone }),
    ...(allowsAutoplay === undefined ? {} : { allowsAutoplay }),
  };
}
