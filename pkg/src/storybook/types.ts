import type { RecordStore } from "../host/records.js";
import type { HostContext, HostSettings } from "../host/types.js";

/** Options of {@link withHost}. */
export type WithHostOptions = {
  /** The data of READY; portal 1, user 2, owner 3 and `remote` where a field is absent. */
  context?: Partial<HostContext> | undefined;
  /** The calling settings that the host applies. */
  settings?: HostSettings | undefined;
  /** Stores engagements and contacts; in memory when absent. */
  store?: RecordStore | undefined;
  /** The widget's address, where it is not the story itself. */
  url?: string | undefined;
  /** The panel's initial number to dial; `+12025550123` when absent. */
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

/** The parts of a story's context that the decorator reads. */
export type StoryContext = {
  /** The story's id, as in its address. */
  readonly id: string;
  /** The story's args. */
  readonly args: Readonly<Record<string, unknown>>;
  /** The element that shows the story. */
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
