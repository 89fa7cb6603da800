// Starts the record page once the platform's worker answers for its server.
import { byId, fill, h } from "../../www/shared/dom";

const note = byId("site-note");
try {
  await startWorker();
  const reset = h("button", { type: "button", "data-testid": "start-afresh", onclick: () => void startAfresh() }, "Start afresh");
  fill(
    note,
    h(
      "span",
      {},
      "The platform runs in this browser, without a server. Calls, settings and quotes are stored in its IndexedDB and sent nowhere. " +
        "Page and phone have one origin here; in a CRM they have two.",
    ),
    reset,
  );
  await import("../../www/host/main");
} catch (error) {
  fill(note, h("span", { role: "alert" }, `The demo cannot start: ${error instanceof Error ? error.message : String(error)}`));
}

/** Registers the worker, and waits until it answers this page's requests. */
async function startWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) {
    throw new Error("this browser has no service workers here; a private window or an address without https may be why");
  }
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register("worker.js", { scope: "./" });
  if (serviceWorker.controller !== null) return;
  const isTaken = new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  // A page that was loaded past the worker is not taken by itself.
  (registration.active ?? (await serviceWorker.ready).active)?.postMessage("claim");
  await isTaken;
}

async function startAfresh(): Promise<void> {
  await fetch("emulator/reset", { method: "POST", headers: { "x-emulator-control": "1" } });
  location.assign(location.pathname);
}
