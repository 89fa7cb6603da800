// Starts the record page once the platform's worker answers for its server.
import { byId, fill, h } from "../../../www/shared/dom";
import { canStore } from "../worker/storage";

const ORDINARY = "Open it by https, in a window that is not private, and let the site store data";

const note = byId("site-note");
fill(note, h("span", { role: "status" }, "Loading the platform …"));
try {
  await startWorker();
  await askPlatform();
  const reset = h("button", { type: "button", "data-testid": "start-afresh", onclick: () => void startAfresh() }, "Start afresh");
  const stored = (await canStore())
    ? "Calls, settings and quotes are stored in its IndexedDB and sent nowhere."
    : "It does not let this page store data: calls, settings and quotes are gone when it ends the demo's worker.";
  fill(note, h("span", {}, `The platform runs in this browser, without a server. ${stored} Page and phone have one origin here; in a CRM they have two. `, h("a", { href: "../index.html" }, "Documents")), reset);
  navigator.serviceWorker.addEventListener("controllerchange", offerReload, { once: true });
  await import("../../../www/host/main");
} catch (error) {
  const why = error instanceof Error ? error.message : String(error);
  fill(note, h("span", { role: "alert" }, `The demo cannot start: ${why}. With Node, it runs on your machine: npx calling-widget-sdk demo`));
}

/** Registers the worker, and waits until it answers this page's requests. */
async function startWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) throw new Error(`the browser has no service worker for this page. ${ORDINARY}`);
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register("worker.js", { scope: "./" }).catch((reason: unknown) => {
    throw new Error(`the browser refuses its service worker (${reason instanceof Error ? reason.name : String(reason)}). ${ORDINARY}`);
  });
  if (serviceWorker.controller !== null) return;
  const isTaken = new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  if (worker !== null) await activated(worker);
  // The worker does not control a page that was loaded past it.
  registration.active?.postMessage("claim");
  await isTaken;
}

function activated(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      if (worker.state === "activated") resolve();
      if (worker.state === "redundant") reject(new Error("not all of its files were loaded and stored: reload the page, or free some of the browser's storage"));
    };
    worker.addEventListener("statechange", look);
    look();
  });
}

/** Waits for the first answer, which takes longer than the record page waits: the module is compiled for it. */
async function askPlatform(): Promise<void> {
  const answer = await fetch("emulator/health");
  if (answer.ok) return;
  const { message } = (await answer.json().catch(() => ({}))) as { message?: string };
  throw new Error(message ?? `the platform answered ${answer.status}`);
}

/** Offers a reload after an update of the site: the worker is newer than this page. */
function offerReload(): void {
  fill(note, h("span", { role: "status" }, "The demo was updated."), h("button", { type: "button", onclick: () => location.reload() }, "Load the new version"));
}

async function startAfresh(): Promise<void> {
  await fetch("emulator/reset", { method: "POST", headers: { "x-emulator-control": "1" } });
  location.assign(location.pathname);
}
