// A browser of this machine, started with a fresh profile.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";

/** The properties of a machine that locate its browsers. */
export type Machine = {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  isProgram(path: string): boolean;
};

/** This machine. */
export const THIS_MACHINE: Machine = {
  platform: process.platform,
  env: process.env,
  isProgram: (path) => {
    try {
      accessSync(path, constants.X_OK);
      return statSync(path).isFile();
    } catch {
      return false;
    }
  },
};

/** A browser that runs. */
export type Browser = {
  /** Ends with the browser. */
  readonly ended: Promise<void>;
  /** Its last output, for an error. */
  printed(): string;
  /** The first error that a page threw; undefined if none did, or the browser does not print it. */
  thrown(): string | undefined;
  /** Ends it, and removes its profile. */
  close(): Promise<void>;
};

/** The first browser of this machine, if any. */
export function findBrowser(machine: Machine): string | undefined {
  return candidates(machine).find((path) => machine.isProgram(path));
}

/** The program that the user names, by its path or by a name on the path, if any. */
export function namedProgram(text: string, machine: Machine): string | undefined {
  if (/[\\/]/.test(text)) {
    return machine.isProgram(text) ? text : undefined;
  }
  const names = machine.platform === "win32" ? [text, `${text}.exe`] : [text];
  return folders(machine)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => machine.isProgram(path));
}

/** Paths of browsers, the likeliest first. */
export function candidates(machine: Machine): readonly string[] {
  const { platform, env } = machine;
  if (platform === "darwin") {
    return MAC_PROGRAMS.map((path) => `/Applications/${path}`);
  }
  if (platform === "win32") {
    const installed = [env["PROGRAMFILES"], env["PROGRAMFILES(X86)"], env["LOCALAPPDATA"]].filter((folder) => folder !== undefined);
    return WINDOWS_PROGRAMS.flatMap((path) => installed.map((folder) => `${folder}\\${path}`));
  }
  return PROGRAMS.flatMap((name) => folders(machine).map((folder) => join(folder, name)));
}

/** The folders of the path. */
function folders({ env }: Machine): readonly string[] {
  return (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
}

/** Arguments that open an address in a browser with a separate profile. */
export function argumentsOf(program: string, { address, profile, isHeaded, isRoot, acceptsAnyCertificate }: Start): readonly string[] {
  if (isFirefox(program)) {
    return [...(isHeaded ? [] : ["--headless"]), "--no-remote", "--profile", profile, address];
  }
  return [
    ...(isHeaded ? [] : ["--headless=new", "--disable-gpu", "--mute-audio"]),
    `--user-data-dir=${profile}`,
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    // It prints what pages throw.
    "--enable-logging=stderr",
    // Its helper would be in a separate process group.
    "--disable-breakpad",
    "--window-size=1280,900",
    // A host may open its call window by itself.
    "--disable-popup-blocking",
    // A widget may ask for the microphone: nobody is there to allow it.
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream",
    ...(acceptsAnyCertificate ? ["--ignore-certificate-errors"] : []),
    // Chromium's sandbox does not start for root, as in most containers.
    ...(isRoot ? ["--no-sandbox"] : []),
    address,
  ];
}

/** Options of a browser's start. */
export type Start = {
  readonly address: string;
  /** The folder of its profile. */
  readonly profile: string;
  /** True if its window is shown. */
  readonly isHeaded: boolean;
  /** True if this user is root. */
  readonly isRoot: boolean;
  /** True to accept a self-signed certificate, as dev servers have. Chromium only. */
  readonly acceptsAnyCertificate: boolean;
};

/** Starts a browser. It ends with this process, however that ends, and its files are removed. */
export function startBrowser(program: string, start: Omit<Start, "profile" | "isRoot">): Browser {
  const folder = mkdtempSync(join(tmpdir(), "calling-widget-check-"));
  const remove = (): void => rmSync(folder, REMOVAL);
  process.once("exit", remove);
  const profile = join(folder, "profile");
  // Chromium on Linux has a folder for temporary files besides its profile.
  const temporary = join(folder, "tmp");
  mkdirSync(profile);
  mkdirSync(temporary);
  if (isFirefox(program)) {
    writeFileSync(join(profile, "user.js"), FIREFOX_PREFERENCES.map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(""));
  }
  const args = argumentsOf(program, { ...start, profile, isRoot: process.getuid?.() === 0 && process.platform === "linux" });
  const env = { ...process.env, MOZ_CRASHREPORTER_DISABLE: "1", ...(process.platform === "linux" ? { TMPDIR: temporary } : {}) };
  // A separate process group, so that ending it ends its helpers too.
  const child = spawn(program, args, { detached: process.platform !== "win32", stdio: ["ignore", "ignore", "pipe"], env });
  const end = (): void => kill(child);
  process.prependOnceListener("exit", end);
  let text = "";
  let thrown: string | undefined;
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    text = (text + chunk).slice(-2000);
    thrown ??= thrownIn(text);
  });
  const ended = new Promise<void>((resolve) => {
    child.once("error", (error) => {
      text += error.message;
      resolve();
    });
    child.once("exit", () => resolve());
  });
  return {
    ended,
    // Without the pages' own console.
    printed: () => text.replace(/^.*\bCONSOLE\b.*$/gm, "").trim(),
    thrown: () => thrown,
    close: async () => {
      end();
      await ended;
      // Its helpers may still write.
      await rm(folder, REMOVAL).catch(() => undefined);
      process.off("exit", end).off("exit", remove);
    },
  };
}

/**
 * The error in a browser's output about a page, with its position and without an address's query.
 * Chromium: `[1:2:0102/030405.678:INFO:CONSOLE:7] "Uncaught Error: x", source: http://a/b.js (7)`.
 */
export function thrownIn(text: string): string | undefined {
  const [, error, source] = /CONSOLE[:(]\d+\)?\] "(Uncaught [^\n]*)", source: (\S* \(\d+\))/.exec(text) ?? [];
  return error === undefined || source === undefined ? undefined : `${error} (${source.replace(/[?#]\S*/, "")})`;
}

/** Ends a browser and its helpers, which may outlive it. */
function kill({ pid }: ChildProcess): void {
  if (pid === undefined) {
    return;
  }
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/pid", String(pid), "/t", "/f"]);
    return;
  }
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // All of them have exited already.
  }
}

function isFirefox(program: string): boolean {
  return /firefox/i.test(basename(program.replace(/\\/g, "/")));
}

const PROGRAMS = ["google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "microsoft-edge", "microsoft-edge-stable", "firefox", "firefox-esr"];

const MAC_PROGRAMS = [
  "Google Chrome.app/Contents/MacOS/Google Chrome",
  "Chromium.app/Contents/MacOS/Chromium",
  "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  "Firefox.app/Contents/MacOS/firefox",
];

const WINDOWS_PROGRAMS = [
  "Google\\Chrome\\Application\\chrome.exe",
  "Chromium\\Application\\chrome.exe",
  "Microsoft\\Edge\\Application\\msedge.exe",
  "Mozilla Firefox\\firefox.exe",
];

/** A helper that is ending may still write into a folder that is being removed. */
const REMOVAL = { recursive: true, force: true, maxRetries: 10, retryDelay: 50 } as const;

/** No first pages, no reports, and the microphone without a question. */
const FIREFOX_PREFERENCES: readonly (readonly [name: string, value: boolean | string])[] = [
  ["app.normandy.enabled", false],
  ["app.update.enabled", false],
  ["browser.aboutwelcome.enabled", false],
  ["browser.shell.checkDefaultBrowser", false],
  ["browser.startup.homepage_override.mstone", "ignore"],
  ["dom.disable_open_during_load", false],
  ["datareporting.policy.dataSubmissionEnabled", false],
  ["datareporting.healthreport.uploadEnabled", false],
  ["media.navigator.permission.disabled", true],
  ["media.navigator.streams.fake", true],
  ["network.captive-portal-service.enabled", false],
  ["network.connectivity-service.enabled", false],
  ["toolkit.telemetry.reportingpolicy.firstRun", false],
];
