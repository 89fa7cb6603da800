import { Memory } from "./bench/memory";
import type { LeaveDialog } from "./leave";

/**
 * The calling app that the page's address names, if any. A link from elsewhere may name any
 * page, which would get the numbers that the user dials: for one of another machine the user
 * is asked first, unless it is the app opened last.
 */
export async function chosenApp(query: URLSearchParams, dialog: LeaveDialog): Promise<string | undefined> {
  const address = query.get("widget") ?? undefined;
  if (address === undefined || !URL.canParse(address) || address === last.value.url) return address;
  const { hostname, origin } = new URL(address);
  if (hostname === location.hostname || LOOPBACK.test(hostname)) return address;
  const title = "Open this page as the calling app?";
  const text = `A link chose ${origin}, which is not on this machine. It would get the numbers that you dial here.`;
  return (await dialog.ask({ title, text, go: "Open it" })) ? address : undefined;
}

/** Remembers the calling app that the user opened, so that a reload does not ask for it. */
export function rememberApp(url: string): void {
  last.set({ url });
}

const last = new Memory("demo-host:widget", { url: "" });

/** Names of this machine. */
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;
