import type { RecordStore } from "../host/records.js";
import type { HostContext, HostSettings } from "../host/types.js";

/** What {@link withHost} makes a decorator of. */
export type WithHostOptions = {
  /** What READY tells the widget; portal 1, user 2, owner 3 and `remote` where a field is absent. */
  context?: Partial<HostContext> | undefined;
  /** The calling settings that the host applies. */
  settings?: HostSettings | undefined;
  /** Where engagements and contacts are; in memory when absent. */
  store?: RecordStore | undefined;
  /** The widget's address, where it is not the story itself. */
  url?: string | undefined;
  /** The number to dial that the panel begins with; `+12025550123` when absent. */
  phoneNumber?: string | undefined;
  /** The frame's width, as a number of pixels or a text such as `"100%"`; 400 when absent. */
  width?: number | string | undefined;
  /** The frame's height; 640 when absent. */
  height?: number | string | undefined;
  /**
   * Makes an element for Storybook's renderer. React and Preact need theirs
   * (`createElement`, `h`); the renderers for HTML and web components take a DOM element.
   */
  createElement?: ((type: "div", props: { ref: (element: HTMLElement | null) => void }) => unknown) | undefined;
};

/** What the decorator reads of a story's context. */
export type StoryContext = {
  /** The story's id, as in its address. */
  readonly id: string;
  /** The story's args. */
  readonly args: Readonly<Record<string, unknown>>;
  /** Where the story is shown. */
  readonly canvasElement?: HTMLElement;
};

/** A decorator, as Storybook calls it. */
export type HostDecorator = <Result>(
  story: (update?: {
    /** The args that the story is rendered with. */
    args?: Record<string, unknown>;
  }) => Result,
  context: StoryContext,
) => Result;
