import type { FrameLocator, Page } from "@playwright/test";

import type { CallingHost } from "../host/calling-host.js";
import type { DialNumberInput, HostContext, HostSettings, HostState, Outcome, Visibility } from "../host/types.js";
import type { MessageMatch, TestHost, WidgetMessageData, WidgetMessageOf, WidgetMessageType } from "../testing/types.js";

/** The options of a test with a host: set them by `test.use`, or under `use` in the configuration. */
export type HostTestOptions = {
  /** The widget's address. Relative to `baseURL`, where there is one; `baseURL` itself when absent. */
  widgetUrl: string | undefined;
  /**
   * The origin of the host's page; `http://crm.localhost` by default, which a widget on
   * loopback accepts. Nothing has to answer there. For a widget elsewhere, name an origin
   * that it allows, such as `https://app.hubspot.com`.
   */
  hostOrigin: string;
  /** The data of READY; portal 1, user 2, owner 3 and `remote` where a field is absent. */
  hostContext: Partial<HostContext>;
  /** The calling settings that the host applies. */
  hostSettings: HostSettings;
  /** The `sandbox` of the widget's frame; none when absent. */
  widgetSandbox: string | undefined;
  /** The host's longest wait for the widget, in ms, unless a method is given another; 5000 by default. */
  withinMs: number;
};

/** Fixtures of a test with a host. */
export type HostTestFixtures = {
  /** The host, with the widget in its page and the session open. */
  host: BrowserHost;
  /** The widget's frame. */
  widget: FrameLocator;
};

/**
 * A host whose page is open in the test's browser. Its store is in the test's process, and outlives a
 * reload of the page.
 */
export type BrowserHost = Pick<TestHost, "received" | "sent" | "store" | "transcript"> & {
  /** Playwright's page, with the host in it. */
  readonly page: Page;
  /** The state of the host's session. */
  state(): Promise<HostState>;
  /**
   * Reloads both pages, and waits until the widget has answered. The fixture has done so once
   * before the test begins.
   *
   * @param context changes to the data of READY from now on, as when the user changed.
   * @throws Error with the transcript where the widget does not answer.
   */
  ready(context?: Partial<HostContext>): Promise<void>;
  /** Reloads both pages, as the browser's button does. */
  reload(): Promise<void>;
  /** Reloads the widget's page; the host's stays. */
  reloadWidget(): Promise<void>;
  /**
   * The user wants to call a number; the host queues it until the widget takes one.
   *
   * @param data further fields of DIAL_NUMBER; those of a contact if none are given.
   */
  dial(phoneNumber: string, data?: Partial<DialNumberInput>): Promise<Outcome>;
  /** The user hangs up on the host's page. */
  endCall(): Promise<Outcome>;
  /** The user minimises, hides or shows the frame. */
  setVisibility(visibility: Partial<Visibility>): Promise<Outcome>;
  /** Sends a message unchanged, with a message id chosen by the host. */
  sendMessage(message: { type: string; [field: string]: unknown }): Promise<Outcome>;
  /**
   * Waits for a message of the widget's. Each is expected once, the oldest first; one that came
   * before a reload, no more.
   *
   * @param type the message's type.
   * @param match the required fields of its payload; `expect.any` and the like work.
   * @param options the longest wait.
   * @throws Error that names the expectation, the nearest message and the transcript.
   */
  expect<Type extends WidgetMessageType>(
    type: Type,
    match?: MessageMatch<WidgetMessageData<Type>>,
    options?: {
      /** The longest wait, in ms. */
      withinMs?: number | undefined;
    },
  ): Promise<WidgetMessageOf<Type>>;
  /**
   * Runs a function in the host's page.
   *
   * @param run takes the {@link CallingHost}, with all its commands; like every function
   *   that a page evaluates, it sees nothing of the test's own variables.
   * @param argument further input; plain data.
   */
  evaluate<Result, Argument = undefined>(
    run: (host: CallingHost, argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result>;
};
