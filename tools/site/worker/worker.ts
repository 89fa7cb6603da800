// The platform in a service worker: it answers for the record page's server, in the visitor's
// browser. The page's files come from a cache, so that both work without a network.
import { Instance, type PlatformAnswer } from "../../../platform/emulator/npm/src/instance.js";
import { readImage, writeImage } from "./storage.js";

declare const self: ServiceWorkerGlobalScope;

/** The demo's files below the worker's scope, and a hash over all of them; written by the build. */
declare const FILES: readonly string[];
declare const BUILD: string;

/** The start of the platform's own paths. */
const { pathname: BASE, href: SCOPE } = new URL(self.registration.scope);
const MODULE = `${SCOPE}emulator.wasm`;
const CACHE = `${SCOPE} ${BUILD}`;

self.addEventListener("install", (event) => {
  const fill = async (): Promise<void> => {
    const cache = await caches.open(CACHE);
    // Past the browser's own cache, which may have files of the last build.
    await cache.addAll(FILES.map((file) => new Request(SCOPE + file, { cache: "reload" })));
    await self.skipWaiting();
  };
  event.waitUntil(fill());
});

self.addEventListener("activate", (event) => {
  const take = async (): Promise<void> => {
    const names = (await caches.keys()).filter((name) => name.startsWith(`${SCOPE} `) && name !== CACHE);
    await Promise.all(names.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(take());
});

/** A page that was loaded past the worker asks to be controlled. */
self.addEventListener("message", (event) => {
  if (event.data === "claim") event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin !== self.location.origin || !pathname.startsWith(BASE)) return;
  const path = pathname.slice(BASE.length);
  const file = path === "" || path.endsWith("/") ? `${path}index.html` : path;
  event.respondWith(FILES.includes(file) ? fromCache(SCOPE + file, event.request) : fromPlatform(event));
});

async function fromCache(address: string, request: Request): Promise<Response> {
  const cached = await caches.match(address, { cacheName: CACHE });
  // A browser may drop a site's storage.
  return cached ?? fetch(request);
}

async function fromPlatform(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const { pathname, search } = new URL(request.url);
  const body = new Uint8Array(await request.arrayBuffer());
  const headers: [string, string][] = [...request.headers, ["host", "localhost"], ...attested(request)];
  const target = `/${pathname.slice(BASE.length)}${search}`;
  try {
    const platform = await opened();
    const answer = await platform.send({ method: request.method, target, headers, body, isBodyLate: false });
    if (!["GET", "HEAD"].includes(request.method)) await save(platform);
    return responseOf(request.method, answer);
  } catch (error) {
    // The next request gets a fresh instance, with the last stored data.
    platform = undefined;
    return Response.json({ message: `the platform has failed: ${String(error)}` }, { status: 500 });
  }
}

/** The browser's attributes of a request, by which the platform decides. */
function attested({ destination, method, mode, referrer }: Request): [string, string][] {
  const isForeign = mode === "navigate" && method !== "GET" && !referrer.startsWith(SCOPE);
  return [
    ["sec-fetch-dest", destination],
    ["sec-fetch-mode", mode],
    ["sec-fetch-site", isForeign ? "cross-site" : "same-origin"],
  ];
}

function responseOf(method: string, { status, headers, body }: PlatformAnswer): Response {
  const isBodiless = method === "HEAD" || [204, 205, 304].includes(status);
  if (isBodiless) return new Response(null, { status, headers });
  // A browser decodes only answers from a network.
  const isPacked = headers.some(([name, value]) => name === "content-encoding" && value === "gzip");
  const stream = isPacked ? new Blob([body]).stream().pipeThrough(new DecompressionStream("gzip")) : body;
  return new Response(stream, { status, headers: headers.filter(([name]) => !isPacked || !PACKED.has(name)) });
}

/** Headers of a packed body. */
const PACKED: ReadonlySet<string> = new Set(["content-encoding", "content-length"]);

/** A browser ends an idle worker, and starts it again: the stored data are restored. */
let platform: Promise<Instance> | undefined;

function opened(): Promise<Instance> {
  platform ??= open();
  return platform;
}

async function open(): Promise<Instance> {
  const response = await fromCache(MODULE, new Request(MODULE));
  const module = await WebAssembly.compile(await response.arrayBuffer());
  const setup = {
    isVendor: false,
    isFixed: false,
    seed: null,
    randomKey: [...crypto.getRandomValues(new Uint8Array(32))],
    address: SCOPE.slice(0, -1),
    origins: [],
  };
  const time = { now: Date.now, wait: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)) };
  const instance = await Instance.open(module, setup, { seed: { bytes: new Uint8Array() }, site: [] }, time);
  const image = await readImage(SCOPE);
  const problem = image === undefined ? undefined : instance.restore(image);
  // Data of an earlier version, or damaged ones: the demo starts afresh.
  if (problem !== undefined) console.warn(`The demo starts afresh: ${problem}`);
  return instance;
}

/** Changes are stored one after another, the last in their then current state. */
let saving = Promise.resolve();

function save(platform: Instance): Promise<void> {
  saving = saving.then(async () => {
    const image = platform.image();
    if (image.length > 0) await writeImage(SCOPE, image);
  });
  return saving;
}
