import { DEFAULT_SIZE, type PageSettings } from "./state/page";

/** The settings of the demo softphone. */
export function demoSettings(): PageSettings {
  return {
    name: "Demo softphone",
    // For first-time visitors a clicked number rings.
    url: new URL("?login=auto", softphone()).href,
    ...DEFAULT_SIZE,
    isReady: true,
    supportsCustomObjects: true,
  };
}

/** The softphone's address: as a page of the site says, else one port above the page's server. */
function softphone(): URL {
  const named = document.querySelector<HTMLMetaElement>('meta[name="softphone"]');
  if (named !== null) return new URL(named.content, location.href);
  const port = Number(location.port === "" ? "80" : location.port) + 1;
  return new URL(`${location.protocol}//${location.hostname}:${port}/`);
}
