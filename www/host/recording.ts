import { h } from "../shared/dom";

/**
 * A call's recording, to be played. A CRM fetches it from the address in `https` that the app
 * has put into `hs_call_recording_url`; here only the demo's own server is asked.
 */
export function recordingOf(url: string | undefined): HTMLElement | null {
  const path = url === undefined ? undefined : /^https?:\/\/[\w.-]+(?::\d+)?(?:\/[\w./-]+)?\/(emulator\/recordings\/[\w-]+)$/.exec(url)?.[1];
  if (path === undefined) return null;
  const place = h("p", { class: "entry-recording", "data-testid": "recording" }, "Recording …");
  void play(path).then(
    (player) => place.replaceChildren(player),
    () => place.replaceChildren("The recording is not there any more."),
  );
  return place;
}

/** All of it is fetched, so that any part of it can be played. */
async function play(path: string): Promise<HTMLElement> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return h("audio", { controls: true, preload: "metadata", src: URL.createObjectURL(await response.blob()), "aria-label": "Recording of the call" });
}
