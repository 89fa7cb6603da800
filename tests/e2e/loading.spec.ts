// Ways to load the package, each in its shipped form: a call placed through each, and the
// errors where it cannot run.
import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { Page } from "@playwright/test";

import { CALL, placeCall } from "./support/phone-call.ts";
import { ROOT } from "./support/places.ts";
import { expect, test, type Site } from "./support/test.ts";

test("a script tag sets one global, and works in a worker", async ({ page, site }) => {
  const before = await globals(page, site, ["watcher"]);
  const after = await globals(page, site, ["dist/script"]);
  const { types } = await placeCall(page, site, {
    libraries: ["dist/script"],
    main: () => {
      window.startApp({ construct: (options) => new window.CallingWidgetSdk.CallingExtensions(options), hostOrigin: `http://crm.test:${location.port}` });
    },
  });

  expect(after.filter((name) => !before.includes(name))).toEqual(["CallingWidgetSdk"]);
  expect(await page.frames()[1]?.evaluate(() => window.CallingWidgetSdk.version)).toBe(packageVersion());
  expect(types).toEqual(CALL);

  const script = site.page("phone.test", {
    libraries: [],
    main: () => {
      (self as unknown as { importScripts(url: string): void }).importScripts("/dist/script.js");
      const { CallingExtensions, isSupported } = (self as unknown as Window).CallingWidgetSdk;
      const cti = new CallingExtensions({ eventHandlers: {} });
      cti.userAvailable();
      const { state } = cti;
      cti.destroy();
      self.postMessage({ state, isSupported: isSupported() });
    },
  });
  await page.goto(site.page("phone.test", { libraries: [] }));

  const report = await page.evaluate(
    (url) =>
      new Promise((resolve) => {
        const worker = new Worker(url);
        worker.onmessage = ({ data }: MessageEvent) => {
          resolve(data);
        };
        worker.onerror = ({ message }) => {
          resolve(message);
        };
      }),
    `${script}.js`,
  );

  expect(report).toEqual({ state: "notEmbedded", isSupported: true });
});

test("our script sets the published one's globals", async ({ page, site }) => {
  const before = await globals(page, site, ["watcher"]);

  // Its app's calls are in tests/consumers.
  for (const script of ["dist/script-published", "published-script"]) {
    const after = await globals(page, site, [script]);
    expect(after.filter((name) => !before.includes(name)), script).toEqual(["Constants", "IFrameManager", "default"]);
  }
});

test("the oldest browsers of the table place a call", async ({ page, site }) => {
  await page.addInitScript(forgetNewer);
  const { frame, types } = await placeCall(page, site, {
    libraries: ["dist/script"],
    main: () => {
      window.startApp({ construct: (options) => new window.CallingWidgetSdk.CallingExtensions(options), hostOrigin: `http://crm.test:${location.port}` });
    },
  });

  expect(await frame.evaluate(() => "at" in Array.prototype)).toBe(false);
  expect(types).toEqual(CALL);
});

/** Removes what Firefox 79 or Safari 15 lacks and Chrome 115 has, of what libraries like to use. */
function forgetNewer(): void {
  for (const [owner, ...names] of [
    [Array.prototype, "at", "findLast", "findLastIndex", "toReversed", "toSorted", "toSpliced", "with"],
    [String.prototype, "at"],
    [Object, "hasOwn"],
    [Promise, "any"],
    [Crypto.prototype, "randomUUID"],
    [Navigator.prototype, "locks"],
    [window, "AggregateError", "BroadcastChannel", "reportError", "structuredClone"],
  ] as const) {
    for (const name of names) {
      Reflect.deleteProperty(owner, name);
    }
  }
}

test("the slim entry names the fix, and then places a call", async ({ page, site }) => {
  const { frame, types } = await placeCall(page, site, {
    libraries: ["slim"],
    main: () => {
      try {
        new window.slim.default({ eventHandlers: {} });
      } catch (error) {
        window.recorded("thrown")((error as { code: string }).code, String(error));
      }
      const { init } = window.slim;
      void Promise.all([init("/dist/widget.wasm"), init("/dist/widget.wasm")])
        .then(() => init("/dist/widget.wasm"))
        .then(() => {
          window.startApp({ construct: (options) => new window.slim.default(options), hostOrigin: `http://crm.test:${location.port}` });
        });
    },
  });
  const thrown = await frame.evaluate(() => window.seen.calls.filter(({ handler }) => handler === "thrown"));
  const fetched = await frame.evaluate(
    () => performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".wasm")).length,
  );

  expect(thrown.map(({ args }) => args[0])).toEqual(["NOT_INITIALIZED"]);
  expect(thrown[0]?.args[1]).toContain("await init(");
  expect(fetched).toBe(1);
  expect(types).toEqual(CALL);
});

test("the slim entry takes each source, and names a wrong one", async ({ page, site }) => {
  const outcomes = [];
  for (const kind of ["bytes", "response", "module", "absent", "offline", "cut", "garbage", "otherModule", "number"]) {
    await page.goto(site.page("phone.test", { libraries: ["slim"] }));
    outcomes.push(
      await page.evaluate(async (source) => {
        const { default: CallingExtensions, init } = window.slim;
        const bytes = await (await fetch("/dist/widget.wasm")).arrayBuffer();
        const sources: Record<string, unknown> = {
          bytes: new Uint8Array(bytes),
          response: fetch("/dist/widget.wasm"),
          module: await WebAssembly.compile(bytes),
          absent: "/absent.wasm",
          // Refused by the browser; absent in the other rounds.
          offline: source === "offline" ? fetch("http://phone.test:1/widget.wasm") : undefined,
          cut: new Response(
            new ReadableStream({
              start: (body) => {
                body.error(new TypeError("cut"));
              },
            }),
          ),
          garbage: Uint8Array.of(1, 2, 3),
          otherModule: new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)),
          number: 5,
        };
        try {
          await init(sources[source] as BufferSource);
        } catch (error) {
          // After a failure it can be called again.
          await init(bytes);
          return [source, (error as { code: string }).code, new CallingExtensions({ eventHandlers: {} }).state];
        }
        return [source, "", new CallingExtensions({ eventHandlers: {} }).state];
      }, kind),
    );
  }

  expect(outcomes).toEqual([
    ["bytes", "", "notEmbedded"],
    ["response", "", "notEmbedded"],
    ["module", "", "notEmbedded"],
    ["absent", "WASM_NOT_LOADED", "notEmbedded"],
    ["offline", "WASM_NOT_LOADED", "notEmbedded"],
    ["cut", "WASM_NOT_LOADED", "notEmbedded"],
    ["garbage", "WASM_NOT_LOADED", "notEmbedded"],
    ["otherModule", "WASM_NOT_LOADED", "notEmbedded"],
    ["number", "INVALID_OPTION", "notEmbedded"],
  ]);

  const digests = JSON.parse(readFileSync(join(ROOT, "pkg/dist/integrity.json"), "utf8")) as Record<string, string>;
  // Browsers hash in secure pages only.
  await page.goto(site.page("localhost", { libraries: ["slim"] }));
  const codes = await page.evaluate(async (integrity) => {
    const { init } = window.slim;
    const code = (source: string | WebAssembly.Module, digest: string): Promise<string> =>
      init(source, { integrity: digest }).then(
        () => "",
        (error: unknown) => (error as { code: string }).code,
      );
    const module = await WebAssembly.compile(await (await fetch("/dist/widget.wasm")).arrayBuffer());
    return [
      await code("/dist/widget.wasm", integrity.replace(/-./, (start) => (start === "-A" ? "-B" : "-A"))),
      await code("/dist/widget.wasm", "md5-abc"),
      await code(module, integrity),
      await code("/dist/widget.wasm", integrity),
    ];
  }, digests["widget.wasm"] ?? "");
  expect(codes).toEqual(["WASM_NOT_LOADED", "INVALID_OPTION", "INVALID_OPTION", ""]);
});

/** Globals that scripts add to a page's window. */
async function globals(page: Page, site: Site, libraries: readonly string[]): Promise<string[]> {
  await page.goto(site.page("phone.test", { libraries }));
  return page.evaluate(() => Object.getOwnPropertyNames(window).sort());
}

function packageVersion(): string {
  return (JSON.parse(readFileSync(join(ROOT, "pkg/package.json"), "utf8")) as { version: string }).version;
}
