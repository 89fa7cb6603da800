import { CallingError, type ErrorCode, shown } from "../shared/errors.js";
import { messageHandlerNames, messageType } from "../generated/constants.js";
import { DOCUMENTED_HANDLERS } from "../generated/handlers.js";
import { nearest } from "../shared/nearest.js";
import { originOf } from "../shared/page.js";
import { checkTrace } from "../trace/options.js";
import { isObject, isWindow } from "../shared/plain.js";
import type { OptionsInput } from "../shared/types.js";

/**
 * Validates the options of {@link CallingExtensions} that {@link checkManagerOptions} does
 * not.
 *
 * @throws CallingError naming the value at fault and the fix.
 */
export function checkOptions(options: unknown): void {
  if (!isObject(options) || !isHandlers(options["eventHandlers"])) {
    throw new CallingError(
      "INVALID_OPTIONS",
      "Invalid options or missing eventHandlers: pass an object with `eventHandlers: { onReady() {} }`",
    );
  }
  const { eventHandlers } = options;
  checkOne(options, "lifecycle", ["warn", "strict", "off"]);
  checkOne(options, "validate", ["off", "strict"]);
  checkOne(options, "mode", ["normal", "published"]);
  for (const name of ["suppressRepeatedDials", "resume", "guardUnload", "shareCalls"]) {
    checkOne(options, name, [true, false]);
  }
  checkTrace(options["trace"]);
  for (const name of ["onDiagnostic", "beforeSend", "afterReceive"]) {
    checkFunction(options, name, "INVALID_OPTION", "");
  }
  for (const name of handlerNames()) {
    checkFunction(eventHandlers, name, "INVALID_HANDLER", "eventHandlers.");
  }
}

/**
 * An instance's own options: `hostWindow` holds a window, and is hidden. A getter stays one, since an
 * app's handlers may change.
 */
export function ownOptions<Options extends { hostWindow?: unknown }>(options: Options): Options {
  const { hostWindow } = options;
  if (!hostWindow) {
    return options;
  }
  const own = { ...Object.getOwnPropertyDescriptors(options), hostWindow: { configurable: true, value: hostWindow, writable: true } };
  return Object.create(Object.getPrototypeOf(options) as object | null, own) as Options;
}

/** A sentence for each unknown name in an app's options, with the known ones. */
export function unknownNames(options: object, eventHandlers: object): string[] {
  const own = (owner: object, path: string, names: readonly string[]): string[] =>
    Object.keys(owner).flatMap((name) => notOneOf(name, names).map((why) => `${path}${why}`));
  return [...own(options, "option ", Object.keys(OPTIONS)), ...own(eventHandlers, "eventHandlers.", handlerNames())];
}

/** Suggests known names for an unknown one; empty for a known one. */
export function notOneOf(name: string, names: readonly string[]): string[] {
  if (names.includes(name)) {
    return [];
  }
  const meant = nearest(name, names);
  return [`${name} is unknown; ${meant ? `the nearest is ${meant}` : `there are ${names.join(", ")}`}`];
}

/**
 * Validates the options that both classes take.
 *
 * @throws CallingError naming the value at fault and the fix.
 */
export function checkManagerOptions(options: unknown): void {
  if (!isObject(options) || typeof options["onMessageHandler"] !== "function") {
    throw new CallingError(
      "INVALID_OPTIONS",
      "onMessageHandler is not defined; pass a function that takes the messages",
    );
  }
  const { iFrameOptions, allowedHostOrigins: origins, logger } = options;
  checkOne(options, "redact", [true, false]);
  // Any falsy value makes this side the widget.
  if (iFrameOptions && !isObject(iFrameOptions)) {
    refuse("iFrameOptions", iFrameOptions, "pass src, width, height, hostElementSelector");
  }
  const isList = Array.isArray(origins) && origins.every((entry) => typeof entry === "string");
  if (!isAbsent(origins) && !isList) {
    refuse("allowedHostOrigins", origins, 'pass ["https://crm.example.com"]');
  }
  checkHostWindow(options);
  if (!isAbsent(logger)) {
    const isLogger =
      isObject(logger) &&
      ["log", "debug", "warn", "error"].every((name) => typeof logger[name] === "function");
    if (!isLogger) {
      refuse("logger", logger, "pass an object with log, debug, warn and error, or null");
    }
  }
}

function checkHostWindow({ hostWindow, iFrameOptions }: Record<string, unknown>): void {
  if (isAbsent(hostWindow)) {
    return;
  }
  if (!isObject(hostWindow)) {
    return refuse("hostWindow", hostWindow, "pass { window, origin }");
  }
  const { window: target, origin } = hostWindow;
  if (!isObject(target) || (target as unknown) === globalThis || !(isWindow(target) || isPort(target))) {
    return refuse("hostWindow.window", target, "pass another window that is open, or a MessagePort");
  }
  const isExact =
    typeof origin === "string" &&
    (/^https?:[^*]*$/.test(origin)
      ? originOf(origin) === origin
      : // A port itself is trusted, whatever page has its other end, such as a file's.
        !isWindow(target) && /^(?:null|[a-z][\w+.-]*:\/\/[\w.-]*)$/.test(origin));
  if (!isExact) {
    return refuse("hostWindow.origin", origin, 'pass its exact origin, like "https://crm.example.com"; a page without one is connected by a port, as "null"');
  }
  if (iFrameOptions) {
    refuse("hostWindow", hostWindow, "leave it out beside iFrameOptions: the host's side talks to its frame");
  }
}

/** A window of another origin throws when it is searched for missing properties. */
function isPort(value: Record<string, unknown>): boolean {
  return typeof value["postMessage"] === "function" && typeof value["start"] === "function";
}

function checkOne(options: Record<string, unknown>, name: string, values: unknown[]): void {
  const value = options[name];
  if (!isAbsent(value) && !values.includes(value)) {
    refuse(name, value, `pass one of ${values.join(", ")}`);
  }
}

function checkFunction(
  owner: Record<string, unknown>,
  name: string,
  code: ErrorCode,
  path: string,
): void {
  const value = owner[name];
  // As in the published SDK, a falsy value means no function.
  if (value && typeof value !== "function") {
    refuse(`${path}${name}`, value, "pass a function, or leave it out", code);
  }
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

/** An object, or a class whose static methods are the handlers. */
function isHandlers(value: unknown): value is Record<string, unknown> {
  return isObject(value) || typeof value === "function";
}

function refuse(name: string, value: unknown, fix: string, code: ErrorCode = "INVALID_OPTION"): never {
  throw new CallingError(code, `${name} is ${shown(value)}; ${fix}`);
}

/** The handlers that an app may have. */
const handlerNames = (): string[] => [
  ...Object.values(messageHandlerNames),
  ...DOCUMENTED_HANDLERS,
  "defaultEventHandler",
  messageType.FAILED,
];

/** Every option; the compiler checks that the list is complete. */
const OPTIONS: Readonly<Record<keyof OptionsInput, 1>> = {
  iFrameOptions: 1,
  debugMode: 1,
  eventHandlers: 1,
  allowedHostOrigins: 1,
  hostWindow: 1,
  redact: 1,
  logger: 1,
  lifecycle: 1,
  validate: 1,
  suppressRepeatedDials: 1,
  shareCalls: 1,
  trace: 1,
  mode: 1,
  resume: 1,
  guardUnload: 1,
  beforeSend: 1,
  afterReceive: 1,
  onDiagnostic: 1,
};
