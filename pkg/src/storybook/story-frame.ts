import type { StoryContext } from "./types.js";

/** True if this page is in a host's frame, and shows the story itself. */
export function isInFrame(): boolean {
  return new URLSearchParams(location.search).has(IN_FRAME);
}

/** The address of a story in a host's frame: this page's, without its panels and its args. */
export function storyUrl(storyId: string): string {
  const url = new URL(location.pathname, location.href);
  const globals = new URLSearchParams(location.search).get("globals");
  const parameters = { id: storyId, viewMode: "story", ...(globals === null ? {} : { globals }), [IN_FRAME]: "1" };
  url.search = new URLSearchParams(parameters).toString();
  return url.href;
}

/** Lets the page in the frame read a story's args: it has the same origin. */
export function publishArgs(storyId: string, args: StoryContext["args"]): void {
  const page = window as StoryWindow;
  page[ARGS] ??= new Map();
  page[ARGS].set(storyId, args);
}

/** The args of the page around this one. Functions, such as actions, run there. */
export function argsOfHost(storyId: string): StoryContext["args"] | undefined {
  try {
    return (window.parent as StoryWindow)[ARGS]?.get(storyId);
  } catch {
    // The parent page is of another origin.
    return undefined;
  }
}

type StoryWindow = Window & { [ARGS]?: Map<string, StoryContext["args"]> };

/** The parameter that marks an address in a host's frame. */
const IN_FRAME = "callingWidgetHost";

const ARGS = "__callingWidgetSdkArgs" as const;
