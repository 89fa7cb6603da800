import { hasWindow } from "../shared/page.js";
import type { HostWindow } from "../shared/types.js";
import { ancestors, parentOf } from "./environment.js";
import { isWindow, post, type Target } from "../shared/plain.js";

/** The other side of a session: its messages, and posts to it. */
export type Peer = {
  /** The option `hostWindow`; undefined for the pages around this one. */
  readonly hostWindow: HostWindow | undefined;
  /** False once tests of an app gave its page another parent. */
  isCurrent(): boolean;
  /** Adds a listener of its messages, after all others; returns a function that removes it. */
  listen(listener: (event: MessageEvent) => void): () => void;
  /**
   * The position of a message's sender: 1 is the page's parent, 2 the parent's parent, up to the
   * top; a window or port that the app names is 1; 0 is a stranger.
   */
  indexOf(event: MessageEvent): number;
  /** The sender's origin, as the browser attests it. */
  originOf(event: MessageEvent): string;
  /** The window at a position; none for a port. */
  window(index: number): Window | undefined;
  /** Posts a message; false if it cannot be posted. */
  post(index: number, message: unknown, origin: string): boolean;
};

/** The target of a host's messages: the port that the app names, else this window. */
export function targetOf(hostWindow: HostWindow | undefined): EventTarget | undefined {
  const named = hostWindow?.window;
  return named === undefined || isWindow(named) ? (hasWindow() ? window : undefined) : named;
}

/** The peer of the pages around this one, or of the one window or port that the app names. */
export function peerOf(hostWindow: HostWindow | undefined): Peer {
  const target = hostWindow?.window;
  const port = target === undefined || isWindow(target) ? undefined : target;
  // The pages around a page never change. They are read once, since access to a page of
  // another origin is slow.
  const around = hostWindow === undefined && hasWindow() ? ancestors() : undefined;
  const windowAt = (index: number): Window | undefined => {
    // A page without one around is its own parent: tests of apps watch what is posted there.
    const named = around === undefined ? target : around.length === 0 ? window : around[index - 1];
    return named === port ? undefined : (named as Window);
  };
  // A port has one other end, and takes no origin.
  const end = port && {
    postMessage: (message: unknown) => {
      port.postMessage(message);
    },
  };
  return {
    hostWindow,
    isCurrent: () => around === undefined || parentOf(window) === around[0],
    listen: (listener) => {
      const source = targetOf(hostWindow);
      source?.addEventListener("message", listener as EventListener);
      port?.start();
      return () => {
        source?.removeEventListener("message", listener as EventListener);
      };
    },
    indexOf: ({ source }) => {
      if (around !== undefined) {
        return around.indexOf(source as Window) + 1;
      }
      // A port's messages name no source: the port itself is trusted.
      return port !== undefined || source === target ? 1 : 0;
    },
    originOf: (event) => (port === undefined ? event.origin : (hostWindow?.origin ?? "")),
    window: windowAt,
    post: (index, message, origin) => {
      const to: Target | undefined = windowAt(index) ?? end;
      return to === undefined || post(to, message, origin);
    },
  };
}
