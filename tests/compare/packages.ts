// Both packages, and our host in the shape of the published one's.
import { createRequire } from "node:module";

import CallingExtensions, { Constants, IFrameManager } from "calling-widget-sdk";
import { CallingHost } from "calling-widget-sdk/host";

import { compared, explained, report, type Verdict } from "./compare.ts";
import type { Program } from "./program.ts";
import { type Api, type Control, type Entry, run } from "./run.ts";
import { enter } from "./stage.ts";

const require = createRequire(`${process.cwd()}/package.json`);

// The published package reads `self` when it loads.
Object.assign(globalThis, { self: globalThis });
const loaded = require("published-0.9.7") as { default: Api["CallingExtensions"]; IFrameManager: Api["IFrameManager"]; Constants: Record<string, unknown> };
export const published: Api = { CallingExtensions: loaded.default, IFrameManager: loaded.IFrameManager };
export const ours = { CallingExtensions, IFrameManager } as unknown as Api;

type Handled = (message: { type: string }) => void;

/** CallingHost with the members of a published host. */
class HostManager {
  readonly isIFrameHost = true;
  debugMode = false;
  isReady = false;
  iFrame: HTMLIFrameElement | null;
  private readonly host: CallingHost;
  private readonly onMessageHandler: Handled;
  constructor({ iFrameOptions: { src, width, height, hostElementSelector }, onMessageHandler }: { iFrameOptions: Record<string, string>; onMessageHandler: Handled }) {
    this.onMessageHandler = onMessageHandler;
    if (typeof onMessageHandler !== "function") {
      throw new TypeError("no handler");
    }
    const container = document.querySelector(hostElementSelector ?? "") as HTMLElement;
    this.host = new CallingHost({ url: src ?? "", container, width, height, context: { portalId: 1, userId: 2, ownerId: 3, iframeLocation: "remote" } } as never);
    this.iFrame = this.host.frame;
    this.host.on("stateChanged", (state) => {
      this.isReady = state === "connected" || state === "initialized";
      if (state === "connected") {
        this.onMessageHandler({ type: "READY", data: {} } as never);
      } else if (state === "failed") {
        this.onMessageHandler({ type: "SYNC_ACK_FAILED" });
      }
    });
    this.host.on("message", (entry) => {
      const { direction, message } = entry as { direction: string; message: { type: string } };
      if (direction === "toHost" && message.type !== "SYNC_ACK") {
        this.onMessageHandler(message);
      }
    });
  }
  sendMessage(message: { type: string }): void {
    this.host.sendMessage(message);
  }
  updateIFrameSize(): void {}
  remove(): void {
    this.host.destroy();
  }
}
const callingHost = { ...ours, IFrameManager: HostManager } as unknown as Api;

/** Runs a program on one of the packages, in a page of its own; `control` is a fault of the package. */
export async function runOn(name: "published" | "ours", program: Program, control?: Control): Promise<Entry[]> {
  const { stage, leave } = enter(program.side === "host" || program.side === "callingHost");
  const options = name === "ours" && program.side === "published" ? { mode: "published" } : {};
  try {
    return await run(program, name === "published" ? published : program.side === "callingHost" ? callingHost : ours, stage, options, control);
  } finally {
    leave();
  }
}

/** Runs a program on both packages; `control` is a fault that is sown in ours. */
export async function verdict(program: Program, control?: Control): Promise<Verdict & { text: () => string }> {
  const comparison = compared(program, await runOn("published", program), await runOn("ours", program, control));
  const found = explained(comparison);
  return { ...found, text: () => report(comparison, found.unexplained) };
}

/** The names of exports and constants that differ, but for the version of the published files, a beta's. */
export function constantsDiffer(): string[] {
  const text = (value: unknown): string => JSON.stringify(value, (key, inner: unknown) => (key === "UPDATE_ASSOCIATIONS_FAILED" ? undefined : inner));
  const [theirs, mine] = [loaded.Constants, Constants as Record<string, unknown>];
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
  return [...names].filter((name) => text(theirs[name]).replace("-beta.0", "") !== text(mine[name]));
}
