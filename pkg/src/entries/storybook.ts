/**
 * A decorator for Storybook that shows a widget's story in a host's frame.
 *
 * @packageDocumentation
 */
import { CallingHost } from "./host.js";
import { HostView } from "../storybook/host-view.js";
import { argsOfHost, isInFrame } from "../storybook/story-frame.js";
import type { HostDecorator, WithHostOptions } from "../storybook/types.js";

export type { HostDecorator, StoryContext, WithHostOptions } from "../storybook/types.js";

/**
 * A decorator that shows a host in the story's place. In the host's frame, the story's own
 * page is loaded once more, and there the decorator renders the story. So the widget runs
 * in a frame, as in production, but on the host's own origin. Below the frame is a panel
 * with the messages, and buttons that dial and hang up.
 *
 * When the story's args change, the widget is loaded anew.
 *
 * @throws CallingError from the decorator where an option is wrong, as {@link CallingHost} does.
 */
export function withHost(options: WithHostOptions = {}): HostDecorator {
  const views = new WeakMap<object, HostView>();
  return (story, context) => {
    const { id, args, canvasElement = document } = context;
    if (isInFrame()) {
      return story({ args: { ...args, ...argsOfHost(id) } });
    }
    const known = views.get(canvasElement);
    const view = known?.isOf(id) === true ? known : new HostView(CallingHost, id, args, options);
    views.set(canvasElement, view);
    view.update(args);
    const { createElement } = options;
    const shown = createElement === undefined ? view.element : createElement("div", { ref: view.attach });
    // The result's type is the renderer's, which nothing here can name.
    return shown as ReturnType<typeof story>;
  };
}
