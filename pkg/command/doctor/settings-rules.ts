// Rules about the app's calling settings.
import { note, ok, problem, type Rule } from "./finding.js";

/** The settings open this very page. */
export const settingsUrl: Rule = ({ settings, visits }) => {
  if (settings === undefined) {
    return [];
  }
  const address = visits[0].url;
  return same(settings.url, address)
    ? ok("the calling settings have this address")
    : problem(
        settings.url === undefined ? "the calling settings have no url" : `the calling settings have another address: ${settings.url}`,
        `npx calling-widget-sdk settings update --url ${address}`,
      );
};

/** Users see the app. */
export const settingsReady: Rule = ({ settings }) => {
  if (settings === undefined) {
    return [];
  }
  return settings.isReady === false
    ? note("isReady is false: the app is shown as in test", "npx calling-widget-sdk settings update --is-ready true")
    : ok("isReady is true");
};

function same(url: string | undefined, other: string): boolean {
  try {
    return new URL(url ?? "").href === other;
  } catch {
    return false;
  }
}
