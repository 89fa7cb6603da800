import { attempt } from "../shared/attempt.js";
import { CallingError, type ErrorCode, shown } from "../shared/errors.js";
import { checkTrace } from "../trace/options.js";
import { isObject, taken } from "../shared/plain.js";
import { measure } from "../wasm/measure.js";
import type { HostContext, HostOptions } from "./types.js";

/** Validated options. */
export type CheckedOptions = {
  url: URL;
  /** The window of the frame's page, which receives its messages. */
  view: Window;
  place: { frame: HTMLIFrameElement } | { container: HTMLElement };
  width: string | undefined;
  height: string | undefined;
  context: HostContext;
};

/**
 * Validates a host's options.
 *
 * @throws CallingError that names the option, its value and the fix:
 *   `INVALID_OPTION`, `INVALID_URL`, `MISSING_CONTAINER`, `MISSING_CONTEXT`,
 *   `NO_WINDOW`.
 */
export function checkOptions(options: HostOptions): CheckedOptions {
  if (typeof window !== "object" || typeof document !== "object") {
    throw new CallingError("NO_WINDOW", "a host needs a page: construct it in a browser");
  }
  // Callers without types may pass anything.
  const fields = options as Partial<Record<keyof HostOptions, unknown>> | null | undefined;
  if (typeof fields !== "object" || fields === null) {
    throw invalid("options", fields, "pass an object with url, container and context");
  }
  for (const [name, type] of Object.entries(TYPES)) {
    const value = fields[name as keyof HostOptions];
    if (value !== undefined && typeof value !== type) {
      throw invalid(name, value, `pass a ${type}, or leave it out`);
    }
  }
  const place = placeOf(options);
  const element = "frame" in place ? place.frame : place.container;
  const view = element.ownerDocument.defaultView;
  if (view === null) {
    throw new CallingError(
      "MISSING_CONTAINER",
      "the frame's document is in no window: use an element of an open page",
    );
  }
  if (fields.store !== undefined) {
    checkStore(fields.store);
  }
  checkSettings(fields.settings);
  if (fields.lifecycle !== undefined && fields.lifecycle !== "strict" && fields.lifecycle !== "warn") {
    throw invalid("lifecycle", fields.lifecycle, 'pass "strict" or "warn"');
  }
  checkTrace(fields.trace);
  const origins = fields.allowedWidgetOrigins;
  if (
    origins !== undefined &&
    !(Array.isArray(origins) && origins.every((origin) => typeof origin === "string"))
  ) {
    throw invalid("allowedWidgetOrigins", origins, 'pass a list like ["https://phone.example"]');
  }
  checkSandbox(fields.sandbox ?? ("frame" in place ? place.frame.getAttribute("sandbox") : undefined));
  return {
    url: checkUrl(fields.url),
    view,
    place,
    width: sizeOf("width", fields.width),
    height: sizeOf("height", fields.height),
    context: checkContext(fields.context),
  };
}

/** An option's fault, with its value and the fix. */
export function invalid(name: string, value: unknown, fix: string, code: ErrorCode = "INVALID_OPTION"): CallingError {
  return new CallingError(code, `${name} is ${shown(value)}: ${fix}`);
}

function checkUrl(url: unknown): URL {
  const fault = (why: string): CallingError => invalid("url", url, `${why}; pass a whole http or https address`, "INVALID_URL");
  const parsed = typeof url === "string" ? attempt(() => new URL(url)) : undefined;
  if (parsed === undefined) {
    throw fault("it is no address");
  }
  if (parsed.protocol !== "https:" && parsed.protocol !== "http:") {
    throw fault(`its scheme is ${parsed.protocol}`);
  }
  return parsed;
}

function placeOf(options: HostOptions): CheckedOptions["place"] {
  const container = options.container ?? undefined;
  const frame = options.frame ?? undefined;
  if (container !== undefined && frame !== undefined) {
    throw invalid("frame", frame, "pass either container or frame");
  }
  if (frame !== undefined) {
    if (!isElement(frame) || frame.tagName !== "IFRAME") {
      throw invalid("frame", frame, "pass an iframe element", "MISSING_CONTAINER");
    }
    return { frame };
  }
  if (typeof container === "string") {
    // What is no selector finds nothing.
    const found = attempt(() => document.querySelector<HTMLElement>(container));
    if (!found) {
      throw invalid("container", container, "no element of the page fits this selector", "MISSING_CONTAINER");
    }
    return { container: found };
  }
  if (!isElement(container)) {
    throw invalid("container", container, "pass an element or a selector, or an iframe as frame", "MISSING_CONTAINER");
  }
  return { container };
}

function checkContext(context: unknown): HostContext {
  if (!isObject(context)) {
    throw invalid("context", context, "pass an object with portalId and userId", "MISSING_CONTEXT");
  }
  const { path } = taken(context, "context");
  if (path !== undefined) {
    throw new CallingError("INVALID_OPTION", `${path} cannot be posted to the widget: take it out`);
  }
  const limit = measure(context);
  if (limit !== undefined) {
    throw invalid("context", context, `no widget takes it, by the limits of a message (${limit})`);
  }
  const { portalId, userId, iframeLocation } = context as Partial<HostContext>;
  for (const [name, value] of Object.entries({ portalId, userId })) {
    if (typeof value !== "number" || !Number.isFinite(value)) {
      throw invalid(`context.${name}`, value, "pass the CRM's number", "MISSING_CONTEXT");
    }
  }
  if (iframeLocation !== undefined && !LOCATIONS.includes(iframeLocation)) {
    throw invalid("context.iframeLocation", iframeLocation, `pass one of ${LOCATIONS.join(", ")}`);
  }
  return context as HostContext;
}

function checkSettings(settings: unknown): void {
  if (settings === undefined) {
    return;
  }
  if (!isObject(settings)) {
    throw invalid("settings", settings, "pass an object, or leave it out");
  }
  for (const name of ["isReady", "supportsCustomObjects", "supportsInboundCalling"]) {
    const value = settings[name];
    if (value !== undefined && typeof value !== "boolean") {
      throw invalid(`settings.${name}`, value, "pass true or false, or leave it out");
    }
  }
}

function checkSandbox(sandbox: unknown): void {
  if (typeof sandbox !== "string") {
    return;
  }
  const tokens = sandbox.toLowerCase().split(/\s+/);
  for (const token of ["allow-scripts", "allow-same-origin"]) {
    if (!tokens.includes(token)) {
      throw invalid("sandbox", sandbox, `add ${token}: the widget is a script with an origin of its own`);
    }
  }
}

function checkStore(store: unknown): void {
  for (const method of STORE_METHODS) {
    if (typeof (store as Record<string, unknown> | null)?.[method] !== "function") {
      throw invalid("store", store, `it has no method ${method}`);
    }
  }
}

function sizeOf(name: string, size: unknown): string | undefined {
  if (size === undefined) {
    return undefined;
  }
  const text = typeof size === "number" ? `${String(size)}px` : size;
  const number = typeof text === "string" ? /^(\d+(?:\.\d+)?)(?:px|%)?$/.exec(text)?.[1] : undefined;
  if (typeof text !== "string" || number === undefined || !(Number(number) > 0 && Number(number) <= MAX_SIZE)) {
    throw invalid(name, size, "pass a number of pixels above 0, or a text like 100%");
  }
  return text;
}

/** No page is wider or higher, in pixels. */
const MAX_SIZE = 10_000;

/** An element of this page or of another window's. */
function isElement(value: unknown): value is Element {
  return (
    typeof value === "object" &&
    value !== null &&
    (value as Partial<Node>).nodeType === 1 &&
    typeof (value as Partial<Node>).ownerDocument === "object"
  );
}

const TYPES = {
  authorize: "function",
  inCallTask: "boolean",
  navigate: "function",
  sandbox: "string",
  title: "string",
};

const LOCATIONS: readonly string[] = ["widget", "remote", "window"];

const STORE_METHODS = [
  "createEngagement",
  "completeEngagement",
  "publishEngagement",
  "matchCallerId",
];
