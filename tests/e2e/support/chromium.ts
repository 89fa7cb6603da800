import { ALL } from "./all.ts";

/** Hosts of the pages: real distinct sites, all on this machine. */
const SITES = ["*.test", "*.test."];

/** The browser; the one that Playwright has when there is none. */
export const CHROMIUM = process.env["CHROME_BIN"];

/** The browser without the parts around its pages: it takes two thirds of the time, and a third without a process for each site. */
export const SHELL = process.env["CHROME_SHELL_BIN"] ?? CHROMIUM;

/** How Chromium is started. */
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

/** How the pages' own tests start theirs. */
export const LAUNCH_SHELL = { ...LAUNCH, ...program(SHELL) };

/** How tests of pages on different sites start theirs: each site has a process, as in the whole browser, which a run of everything takes. */
export const LAUNCH_SITES = ALL ? LAUNCH : { ...LAUNCH_SHELL, args: [...LAUNCH.args, "--site-per-process"] };

function program(path: string | undefined): { executablePath?: string } {
  return path === undefined ? {} : { executablePath: path };
}

/** The size of a page. */
export const VIEWPORT = { width: 1400, height: 1000 };
