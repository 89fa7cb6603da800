/**
 * With `?check=on`, dials and hangs up when the calling app asks: `{ callingCheck: "dial" }`,
 * `{ callingCheck: "hangUp" }`. It is the hook for `npx calling-widget-sdk check-host`; pages
 * for users have none. `records` is the page with the numbers to click.
 */
export function offerCheckHook(search: string, records: Document): void {
  if (new URLSearchParams(search).get("check") !== "on") return;
  window.addEventListener("message", ({ source, data }: MessageEvent<{ callingCheck?: unknown } | null>) => {
    // The host's frame may be one with faults, whose window is another object.
    const isApp = [...document.querySelectorAll("iframe")].some(({ contentWindow }) => contentWindow === source);
    if (!isApp || source === null) return;
    if (data?.callingCheck === "dial") records.querySelector<HTMLElement>("button[data-testid^=dial-]")?.click();
    else if (data?.callingCheck === "hangUp") window.demoHost?.endCall();
  });
}
