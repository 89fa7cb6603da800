// Rules about the app's calling settings.
import { note, ok, problem, type Rule } from "./finding.js";

/** The settings open this very page. */
export const settingsUrl: Rule = {
  name: "settings-url",
  look: ({ settings, visits }) => {
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
  },
};

/** Users see the app. */
export const settingsReady: Rule = {
  name: "settings-is-ready",
  look: ({ settings }) => {
    if (settings === undefined) {
      return [];
    }
    return settings.isReady === false
      ? note("isReady is false: the app is shown as in test", "npx calling-widget-sdk settings update --is-ready true")
      : ok("isReady is true");
  },
};

/** The frame has a size to work in. */
export const settingsSize: Rule = {
  name: "settings-size",
  look: ({ settings }) => {
    if (settings === undefined) {
      return [];
    }
    const { width, height } = settings;
    const small = [
      ...(width !== undefined && width < SMALLEST ? [`width ${width}`] : []),
      ...(height !== undefined && height < SMALLEST ? [`height ${height}`] : []),
    ];
    if (small.length > 0) {
      return problem(`the frame is too small to work in: ${small.join(", ")} px`, "npx calling-widget-sdk settings update --width 400 --height 600");
    }
    return width === undefined || height === undefined
      ? note("the calling settings have no width and height, so the host chooses them", "npx calling-widget-sdk settings update --width 400 --height 600")
      : ok(`the frame is ${width} by ${height} px`);
  },
};

function same(url: string | undefined, other: string): boolean {
  try {
    return new URL(url ?? "").href === other;
  } catch {
    return false;
  }
}

/** In px: below it no button can be hit. */
const SMALLEST = 100;
