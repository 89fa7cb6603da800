import { DEFAULT_SIZE, type PageSettings } from "./state/page";

/** The settings of the demo softphone, which stands one port above this page. */
export function demoSettings(): PageSettings {
  const sip = new URLSearchParams(location.search).get("sip");
  const port = Number(location.port === "" ? "80" : location.port) + 1;
  return {
    name: "Demo softphone",
    // Who comes for the first time and clicks a number hears it ring.
    url: `${location.protocol}//${location.hostname}:${port}/?${sip === null ? "login=auto" : String(new URLSearchParams({ sip }))}`,
    ...DEFAULT_SIZE,
    isReady: true,
    supportsCustomObjects: true,
  };
}

/** Whether an address is the demo softphone's, whatever its query says. */
export function isDemo(address: string): boolean {
  return URL.canParse(address) && new URL(address).origin === new URL(demoSettings().url).origin;
}

/** The softphone's address with what it does by itself, once. */
export function scripted(address: string, phone: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries({ login: "auto", ...phone, run: String(Date.now()) })) url.searchParams.set(name, value);
  return url.href;
}
