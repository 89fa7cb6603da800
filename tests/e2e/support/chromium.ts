import { ALL } from "./all.ts";

/** Hosts of the pages: distinct sites, all on this machine. */
const SITES = ["*.test", "*.test."];

/** The browser; Playwright's own if undefined. */
export const CHROMIUM = process.env["CHROME_BIN"];

/** The headless browser: it takes two thirds of the time, and a third without a process for each site. */
export const SHELL = process.env["CHROME_SHELL_BIN"] ?? CHROMIUM;

/** Chromium's launch options. */
export const LAUNCH = {
  ...program(CHROMIUM),
  args: [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--no-sandbox",
    // The microphone is a tone, and nobody is asked for it.
    "--allow-loopback-in-peer-connection",
    "--autoplay-policy=no-user-gesture-required",
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
    `--host-resolver-rules=${SITES.map((site) => `MAP ${site} 127.0.0.1`).join(", ")}`,
  ],
};

/** The launch options for tests of single pages. */
export const LAUNCH_SHELL = { ...LAUNCH, ...program(SHELL) };

/** The launch options for tests of pages on different sites: each site has a process, as in the whole browser of a run of everything. */
export const LAUNCH_SITES = ALL ? LAUNCH : { ...LAUNCH_SHELL, args: [...LAUNCH.args, "--site-per-process"] };

function program(path: string | undefined): { executablePath?: string } {
  return path === undefined ? {} : { executablePath: path };
}

/** The size of a page. */
export const VIEWPORT = { width: 1400, height: 1000 };
