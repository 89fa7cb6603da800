/** Hosts of the pages: real distinct sites, all on this machine. */
const SITES = ["*.test", "*.test."];

/** How Chromium is started. */
export const LAUNCH = {
  ...(process.env["CHROME_BIN"] === undefined ? {} : { executablePath: process.env["CHROME_BIN"] }),
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

/** The size of a page. */
export const VIEWPORT = { width: 1400, height: 1000 };
