import { attempt } from "./attempt.js";

/**
 * Permissions that a phone needs, and that frames have only if their page grants them. Without
 * the last one Firefox refuses `setSinkId`.
 */
export const FRAME_PERMISSIONS = "microphone; autoplay; speaker-selection";

/** True in a browser's page, or something like it. */
export function hasWindow(): boolean {
  return typeof window === "object" && typeof window.addEventListener === "function";
}

/**
 * A page's own origin; empty if it has none. A page in `srcdoc`, or one that a script wrote,
 * has its creator's: its address names none. Elsewhere the address counts, since a script's
 * `var origin`, a caller's number maybe, takes the place of the window's.
 */
export function ownOrigin(page: Partial<Pick<Window, "origin">> & { readonly location: { readonly origin: string } }): string {
  const { origin = "null", location } = page;
  const named = location.origin === "null" ? origin : location.origin;
  return named === "null" ? "" : named;
}

/** An address' origin; empty where there is none. */
export function originOf(url: string): string {
  return attempt(() => new URL(url, hasWindow() ? baseUrl() : undefined).origin) ?? "";
}

/** The base of relative addresses: in `srcdoc` the parent page's address. */
export function baseUrl(): string {
  return (document as Partial<Document>).baseURI ?? window.location.href;
}

/** True if an event was dispatched to listeners, whoever made it. */
export function wasDispatched(event: object): event is MessageEvent {
  return (event as MessageEvent).isTrusted || (event instanceof Event && event.target !== null);
}
