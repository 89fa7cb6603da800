// A host's page that makes calls on request, to show what a widget leaves behind.
import { ask, inner, widgetPort, wholeCall, Wire } from "./wire.ts";

declare global {
  interface Window {
    /** Embeds the widget at an address, and opens the session. */
    embed?: (src: string) => Promise<void>;
    /** Makes whole calls, one after the other; the WebAssembly memory after them, in KiB. */
    call?: (count: number) => Promise<number | undefined>;
  }
}

window.embed = async (src) => {
  const { origin } = new URL(src);
  const frame = document.createElement("iframe");
  const opened = widgetPort(origin);
  frame.src = src;
  document.body.append(frame);
  const port = await opened;
  const wire = new Wire(inner(frame), origin);
  await wire.shakeHands();
  window.call = async (count) => {
    for (let calls = 0; calls < count; calls++) await wholeCall(wire);
    return (await ask(port, { order: "memory" })).figure;
  };
};
