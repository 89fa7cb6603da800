/** Hosts of the pages: real distinct sites, all on this machine. */
const SITES = ["*.test", "*.test."];

/** The browser; the one that Playwright has when there is none. */
export const CHROMIUM = process.env["CHROME_BIN"];

/** The browser of the pages' own tests: without a process for each frame it is much lighter. */
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
    `--host-resolver-rules=${SITES.map((site) => `MAP ${site} 127.0.0.1`).join(", ")}`,
  ],
};

/** How the pages' own tests start theirs. */
export const LAUNCH_SHELL = { ...LAUNCH, ...program(SHELL) };

function program(path: string | undefined): { executablePath?: string } {
  return path === undefined ? {} : { executablePath: path };
}

/** The size of a page. */
export const VIEWPORT = { width: 1400, height: 1000 };
