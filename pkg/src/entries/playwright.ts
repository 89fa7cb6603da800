/**
 * Fixtures for Playwright Test: an app's widget in a host's page, in a real browser.
 *
 * @packageDocumentation
 */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import {
  test as base,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestType,
} from "@playwright/test";

import { InMemoryRecordStore } from "./host.js";
import { addressOf, PageHost, type Step } from "../playwright/page-host.js";
import type { HostTestFixtures, HostTestOptions } from "../playwright/types.js";

export { expect } from "@playwright/test";
export type { BrowserHost, HostTestFixtures, HostTestOptions } from "../playwright/types.js";
export type {
  FromHost,
  FromWidget,
  MessageFate,
  MessageMatch,
  MessageType,
  PostedMessage,
  TranscriptEntry,
  WidgetMessageData,
  WidgetMessageOf,
  WidgetMessageType,
} from "../testing/types.js";

/**
 * Playwright's `test`, with the fixtures `host` and `widget`: a host's page on its own
 * origin, and in its frame the widget. Playwright answers for that origin, so it needs no
 * server. Its other fixtures and its options are as usual; `mergeTests` adds your own.
 *
 * The transcript of the session is attached to a failed test.
 */
export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & HostTestOptions & HostTestFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
> = base.extend<HostTestOptions & HostTestFixtures>({
  widgetUrl: [undefined, { option: true }],
  hostOrigin: ["http://crm.localhost", { option: true }],
  hostContext: [{}, { option: true }],
  hostSettings: [{}, { option: true }],
  widgetSandbox: [undefined, { option: true }],
  withinMs: [5000, { option: true }],
  host: async (
    { page, permissions, baseURL, widgetUrl, hostOrigin, hostContext, hostSettings, widgetSandbox, withinMs },
    use,
    info,
  ) => {
    const options = { permissions, hostOrigin, hostContext, hostSettings, widgetSandbox, withinMs };
    const host = new PageHost(page, new InMemoryRecordStore(), addressOf(widgetUrl, baseURL), SCRIPT, options, step);
    await host.open();
    await use(host);
    if (info.status !== info.expectedStatus) {
      await info.attach("transcript", { body: host.report(), contentType: "text/plain" });
    }
  },
  widget: async ({ host }, use) => {
    await use(host.page.frameLocator("iframe"));
  },
});

const step: Step = (title, body) => base.step(title, body);

/** The path of this file, as an ES module and for `require`. */
const HERE = typeof __filename === "string" ? __filename : fileURLToPath(import.meta.url);

/** The host's entry as an ES module, which is beside it, or above the folder for `require`. */
const SCRIPT = join(dirname(HERE).replace(/[\\/]cjs$/, ""), "host.js");
