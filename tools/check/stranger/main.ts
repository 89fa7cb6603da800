// Another frame of the page that checks a widget: posts messages to the widget on the page's
// order, and reports received ones to the page.

/** An order of the page. */
interface Order {
  /** The index of the widget's frame in the page. */
  frame: number;
  message: unknown;
  /** The widget's origin. */
  origin: string;
}

// Only the page that made this frame gives orders; it knows of no other window.
window.addEventListener("message", ({ source, data }: MessageEvent<Order | undefined>) => {
  if (source !== window.parent) {
    window.parent.postMessage({ heard: data }, pageOrigin());
    return;
  }
  if (typeof data?.frame === "number") {
    window.parent[data.frame]?.postMessage(data.message, data.origin);
  }
});
window.parent.postMessage({ isUp: true }, pageOrigin());

/** The page is one port below; a frame of the page's own origin has its address. */
function pageOrigin(): string {
  const { protocol, hostname, port, href } = location;
  return href === "about:srcdoc" ? window.origin : `${protocol}//${hostname}:${Number(port) - 1}`;
}
