import { DEFAULT_SIZE, type PageSettings } from "./state/page";

/** The settings of the demo softphone. */
export function demoSettings(): PageSettings {
  const sip = new URLSearchParams(location.search).get("sip");
  const query = new URLSearchParams(sip === null ? { login: "auto" } : { sip });
  return {
    name: "Demo softphone",
    // For first-time visitors a clicked number rings.
    url: new URL(`?${String(query)}`, softphone()).href,
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

/** True for the demo softphone's address, whatever its query. */
export function isDemo(address: string): boolean {
  const { origin, pathname } = softphone();
  return URL.canParse(address) && new URL(address).origin === origin && new URL(address).pathname.startsWith(pathname);
}

/** The softphone's address with its automatic actions, once. */
export function scripted(address: string, phone: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries({ login: "auto", ...phone, run: String(Date.now()) })) url.searchParams.set(name, value);
  return url.href;
}
