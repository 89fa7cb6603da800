// Errors of constructors for invalid options: a code, the value at fault, and the fix.
import { expect, test } from "./support/test.ts";

type Fault = { name: string; code: string; message: string };

/** Options, as source text to run in the page, and the expected error. */
type Case = { options: string; code: string; names: string; fix: string };

const WIDGET: readonly Case[] = [
  { options: "undefined", code: "INVALID_OPTIONS", names: "eventHandlers", fix: "pass an object" },
  { options: "{}", code: "INVALID_OPTIONS", names: "eventHandlers", fix: "pass an object" },
  { options: "{ eventHandlers: null }", code: "INVALID_OPTIONS", names: "eventHandlers", fix: "pass an object" },
  { options: "{ eventHandlers: {}, redact: 0 }", code: "INVALID_OPTION", names: "redact is 0", fix: "true, false" },
  { options: `{ eventHandlers: {}, lifecycle: "loose" }`, code: "INVALID_OPTION", names: `lifecycle is "loose"`, fix: "warn, strict, off" },
  { options: `{ eventHandlers: {}, validate: true }`, code: "INVALID_OPTION", names: "validate is true", fix: "off, strict" },
  { options: `{ eventHandlers: {}, allowedHostOrigins: "https://crm.example" }`, code: "INVALID_OPTION", names: `allowedHostOrigins is "https://crm.example"`, fix: "pass [" },
  { options: `{ eventHandlers: {}, allowedHostOrigins: ["https://crm.example", 7] }`, code: "INVALID_OPTION", names: "allowedHostOrigins is [object Array]", fix: "pass [" },
  { options: `{ eventHandlers: {}, allowedHostOrigins: ["crm.example"] }`, code: "INVALID_OPTION", names: `"crm.example"`, fix: "write it as" },
  { options: `{ eventHandlers: {}, allowedHostOrigins: ["*"] }`, code: "INVALID_OPTION", names: `"*"`, fix: "write it as" },
  { options: `{ eventHandlers: { onReady: "ready" } }`, code: "INVALID_HANDLER", names: `eventHandlers.onReady is "ready"`, fix: "pass a function" },
  { options: "{ eventHandlers: { onFailed: {} } }", code: "INVALID_HANDLER", names: "eventHandlers.onFailed is [object Object]", fix: "pass a function" },
  { options: "{ eventHandlers: { defaultEventHandler: 1 } }", code: "INVALID_HANDLER", names: "eventHandlers.defaultEventHandler is 1", fix: "pass a function" },
  { options: `{ eventHandlers: { onNavigateToRecord: "x" } }`, code: "INVALID_HANDLER", names: `eventHandlers.onNavigateToRecord is "x"`, fix: "pass a function" },
  { options: "{ eventHandlers: {}, logger: 5 }", code: "INVALID_OPTION", names: "logger is 5", fix: "log, debug, warn and error" },
  { options: "{ eventHandlers: {}, logger: {} }", code: "INVALID_OPTION", names: "logger is [object Object]", fix: "or null" },
  { options: `{ eventHandlers: {}, onDiagnostic: "x" }`, code: "INVALID_OPTION", names: `onDiagnostic is "x"`, fix: "pass a function" },
  { options: `{ eventHandlers: {}, mode: "off" }`, code: "INVALID_OPTION", names: `mode is "off"`, fix: `normal, published` },
  { options: `{ eventHandlers: {}, resume: 1 }`, code: "INVALID_OPTION", names: `resume is 1`, fix: `true, false` },
  { options: `{ eventHandlers: {}, guardUnload: "x" }`, code: "INVALID_OPTION", names: `guardUnload is "x"`, fix: `true, false` },
  { options: `{ eventHandlers: {}, beforeSend: {} }`, code: "INVALID_OPTION", names: `beforeSend is [object Object]`, fix: `pass a function` },
  { options: `{ eventHandlers: {}, afterReceive: 1 }`, code: "INVALID_OPTION", names: `afterReceive is 1`, fix: `pass a function` },
  { options: `{ eventHandlers: {}, hostWindow: window }`, code: "INVALID_OPTION", names: `hostWindow.window is [object Window]`, fix: `MessagePort` },
  { options: `{ eventHandlers: {}, hostWindow: 7 }`, code: "INVALID_OPTION", names: `hostWindow is 7`, fix: `{ window, origin }` },
  { options: `{ eventHandlers: {}, hostWindow: { window: null, origin: "https://a.example" } }`, code: "INVALID_OPTION", names: `hostWindow.window is null`, fix: `MessagePort` },
  { options: `{ eventHandlers: {}, hostWindow: { window: new BroadcastChannel("b"), origin: "https://a.example" } }`, code: "INVALID_OPTION", names: `hostWindow.window is [object BroadcastChannel]`, fix: `MessagePort` },
  { options: `{ eventHandlers: {}, hostWindow: { window: port, origin: "*" } }`, code: "INVALID_OPTION", names: `hostWindow.origin is "*"`, fix: `exact origin` },
  { options: `{ eventHandlers: {}, hostWindow: { window: port, origin: "https://*.a.example" } }`, code: "INVALID_OPTION", names: `hostWindow.origin is "https://*.a.example"`, fix: `exact origin` },
  { options: `{ eventHandlers: {}, hostWindow: { window: port, origin: "https://a.example/" } }`, code: "INVALID_OPTION", names: `hostWindow.origin is "https://a.example/"`, fix: `exact origin` },
  { options: `{ eventHandlers: {}, hostWindow: { window: port, origin: "https://A.example" } }`, code: "INVALID_OPTION", names: `hostWindow.origin is "https://A.example"`, fix: `exact origin` },
  { options: `{ eventHandlers: {}, hostWindow: { window: port, origin: "https://a.example:443" } }`, code: "INVALID_OPTION", names: `hostWindow.origin is "https://a.example:443"`, fix: `exact origin` },
  { options: `{ eventHandlers: {}, hostWindow: { window: port, origin: "" } }`, code: "INVALID_OPTION", names: `hostWindow.origin is ""`, fix: `exact origin` },
  { options: `{ eventHandlers: {}, hostWindow: { window: window.open("about:blank"), origin: "null" } }`, code: "INVALID_OPTION", names: `hostWindow.origin is "null"`, fix: `by a port` },
  { options: `{ eventHandlers: {}, hostWindow: { window: port, origin: "https://a.example" }, iFrameOptions: frame }`, code: "INVALID_OPTION", names: `hostWindow is`, fix: `leave it out` },
  { options: `{ eventHandlers: {}, iFrameOptions: "#phone" }`, code: "INVALID_OPTION", names: `iFrameOptions is "#phone"`, fix: "src, width, height, hostElementSelector" },
  { options: `{ eventHandlers: {}, iFrameOptions: { src: "https://a.example" } }`, code: "INVALID_OPTION", names: "width is undefined", fix: "not empty" },
  ...["src", "width", "height", "hostElementSelector"].map((name) => ({
    options: `{ eventHandlers: {}, iFrameOptions: { ...frame, ${name}: "" } }`,
    code: "INVALID_OPTION",
    names: `${name} is ""`,
    fix: "not empty",
  })),
  { options: `{ eventHandlers: {}, iFrameOptions: { ...frame, src: "javascript:alert(1)" } }`, code: "INVALID_URL", names: "javascript:alert(1)", fix: "http or https" },
  { options: `{ eventHandlers: {}, iFrameOptions: { ...frame, hostElementSelector: "#nowhere" } }`, code: "MISSING_HOST_ELEMENT", names: "#nowhere", fix: "add it to the page" },
];

const MANAGER: readonly Case[] = [
  { options: "undefined", code: "INVALID_OPTIONS", names: "onMessageHandler", fix: "pass a function" },
  { options: "{ onMessageHandler: 7 }", code: "INVALID_OPTIONS", names: "onMessageHandler", fix: "pass a function" },
  { options: "{ onMessageHandler() {}, logger: 7 }", code: "INVALID_OPTION", names: "logger is 7", fix: "or null" },
  { options: `{ onMessageHandler() {}, iFrameOptions: { ...frame, hostElementSelector: "###" } }`, code: "MISSING_HOST_ELEMENT", names: "###", fix: "add it to the page" },
  { options: `{ onMessageHandler() {}, iFrameOptions: { ...frame, src: "http://" } }`, code: "INVALID_URL", names: `"http://"`, fix: "http or https" },
  { options: `{ onMessageHandler() {}, iFrameOptions: { ...frame, src: "data:text/html,x" } }`, code: "INVALID_URL", names: "data:text/html,x", fix: "http or https" },
];

const HOST: readonly Case[] = [
  { options: "undefined", code: "INVALID_OPTION", names: "options is undefined", fix: "pass an object" },
  { options: "{ ...host, context: { portalId: 1, userId: 2, extra: { call: () => 1 } } }", code: "INVALID_OPTION", names: "context.***.***", fix: "take it out" },
  { options: `{ ...host, width: "10px;position:fixed" }`, code: "INVALID_OPTION", names: "width is", fix: "pixels" },
  { options: "{ ...host, height: 1e9 }", code: "INVALID_OPTION", names: "height is 1000000000", fix: "pixels" },
  { options: `{ ...host, url: "phone/index.html" }`, code: "INVALID_URL", names: "phone/index.html", fix: "whole http or https" },
  { options: "{ ...host, url: undefined }", code: "INVALID_URL", names: "url is undefined", fix: "http or https" },
  { options: `{ ...host, url: "" }`, code: "INVALID_URL", names: `url is ""`, fix: "http or https" },
  { options: `{ ...host, url: "http://" }`, code: "INVALID_URL", names: `"http://"`, fix: "http or https" },
  { options: `{ ...host, url: "javascript:alert(1)" }`, code: "INVALID_URL", names: "javascript:", fix: "http or https" },
  { options: `{ ...host, url: "data:text/html,x" }`, code: "INVALID_URL", names: "data:", fix: "http or https" },
  { options: `{ ...host, container: "#nowhere" }`, code: "MISSING_CONTAINER", names: "#nowhere", fix: "selector" },
  { options: `{ ...host, container: "!!" }`, code: "MISSING_CONTAINER", names: "!!", fix: "selector" },
  { options: "{ ...host, container: 7 }", code: "MISSING_CONTAINER", names: "container is 7", fix: "pass an element" },
  { options: "{ ...host, container: undefined, frame: document.body }", code: "MISSING_CONTAINER", names: "frame is", fix: "iframe" },
  { options: `{ ...host, frame: document.createElement("iframe") }`, code: "INVALID_OPTION", names: "frame is", fix: "either container or frame" },
  { options: "{ ...host, context: undefined }", code: "MISSING_CONTEXT", names: "context is undefined", fix: "portalId and userId" },
  { options: `{ ...host, context: { portalId: "1", userId: 2 } }`, code: "MISSING_CONTEXT", names: "context.portalId", fix: "number" },
  { options: "{ ...host, context: { portalId: 1 } }", code: "MISSING_CONTEXT", names: "context.userId is undefined", fix: "number" },
  { options: `{ ...host, context: { ...host.context, iframeLocation: "sidebar" } }`, code: "INVALID_OPTION", names: `"sidebar"`, fix: "widget, remote, window" },
  { options: "{ ...host, width: 0 }", code: "INVALID_OPTION", names: "width is 0", fix: "above 0" },
  { options: "{ ...host, height: NaN }", code: "INVALID_OPTION", names: "height is NaN", fix: "above 0" },
  { options: "{ ...host, title: 7 }", code: "INVALID_OPTION", names: "title is 7", fix: "pass a string" },
  { options: `{ ...host, settings: "ready" }`, code: "INVALID_OPTION", names: "settings is", fix: "pass an object" },
  { options: "{ ...host, settings: { isReady: 1 } }", code: "INVALID_OPTION", names: "settings.isReady is 1", fix: "true or false" },
  { options: `{ ...host, inCallTask: "yes" }`, code: "INVALID_OPTION", names: "inCallTask", fix: "pass a boolean" },
  { options: "{ ...host, authorize: true }", code: "INVALID_OPTION", names: "authorize is true", fix: "pass a function" },
  { options: `{ ...host, sandbox: "allow-scripts" }`, code: "INVALID_OPTION", names: `sandbox is "allow-scripts"`, fix: "add allow-same-origin" },
  { options: `{ ...host, container: undefined, frame: Object.assign(document.createElement("iframe"), { sandbox: "allow-scripts" }) }`, code: "INVALID_OPTION", names: `sandbox is "allow-scripts"`, fix: "add allow-same-origin" },
  { options: "{ ...host, sandbox: true }", code: "INVALID_OPTION", names: "sandbox is true", fix: "pass a string" },
  { options: "{ ...host, navigate: true }", code: "INVALID_OPTION", names: "navigate is true", fix: "pass a function" },
  { options: "{ ...host, store: {} }", code: "INVALID_OPTION", names: "store is", fix: "createEngagement" },
  { options: `{ ...host, lifecycle: "off" }`, code: "INVALID_OPTION", names: `"off"`, fix: `"strict" or "warn"` },
  { options: `{ ...host, allowedWidgetOrigins: "https://a.example" }`, code: "INVALID_OPTION", names: "allowedWidgetOrigins", fix: "pass a list" },
  { options: `{ ...host, allowedWidgetOrigins: ["a.example"] }`, code: "INVALID_OPTION", names: "a.example", fix: "https://" },
];

test("a constructor that refuses its options leaves nothing behind", async ({ page, site }) => {
  await page.goto(site.page("crm.test", { libraries: ["sdk", "host"], body: `<div id="phone"></div>` }));

  for (const [expression, cases] of [
    ["new sdk.default", WIDGET],
    ["new sdk.IFrameManager", MANAGER],
    ["new hostSdk.CallingHost", HOST],
  ] as const) {
    for (const { options, code, names, fix } of cases) {
      const fault = await page.evaluate<Fault | undefined>(`(() => {
        const frame = { src: "https://a.example", width: "1px", height: "1px", hostElementSelector: "#phone" };
        const { port1: port } = new MessageChannel();
        const host = { url: "https://a.example", container: "#phone", context: { portalId: 1, userId: 2 } };
        try {
          ${expression}(${options});
        } catch ({ name, code, message }) {
          return { name, code, message };
        }
      })()`);

      expect.soft(fault, options).toMatchObject({ name: "CallingError", code });
      expect.soft(fault?.message, options).toContain(names);
      expect.soft(fault?.message, options).toContain(fix);
    }
  }
  await expect(page.locator("iframe")).toHaveCount(0);
});
