import { dealsOf, type Deal } from "./deals";
import { eventsOf, type TimelineEvent } from "./events";
import { EmulatorRecords, type DemoRecords } from "./emulator-records";
import { Platform, PlatformError } from "./platform";
import type { DemoRecord } from "./records";
import type { PageSettings } from "./state/page";

/** The records and calling settings of the page, in the emulator that serves it. */
export interface Account {
  records: DemoRecords;
  settings: PageSettings;
  /** The apps' events on a record's timeline, newest first. */
  eventsOf: (record: DemoRecord) => Promise<TimelineEvent[]>;
  /** The deals of a record, with their quotes. */
  dealsOf: (record: DemoRecord) => Promise<Deal[]>;
  /** Stores the settings; returns the reason if that failed. */
  saveSettings(settings: PageSettings): Promise<string>;
}

/**
 * Opens the account.
 *
 * @throws PlatformError when the emulator is missing, or refuses a request of the page.
 */
export async function openAccount(demo: PageSettings): Promise<Account> {
  const platform = await Platform.open();
  const [records, settings] = await Promise.all([EmulatorRecords.open(platform), settingsOf(platform, demo)]);
  return {
    records,
    settings,
    eventsOf: (record) => eventsOf(platform, record),
    dealsOf: (record) => dealsOf(platform, record),
    saveSettings: (changed) => platform.ask("PATCH", platform.settingsPath, changed).then(() => "", messageOf),
  };
}

/** The app's settings; the demo's if it has none. Two pages may do so at once. */
async function settingsOf(platform: Platform, demo: PageSettings): Promise<PageSettings> {
  const read = (): Promise<PageSettings> => platform.ask<PageSettings>("GET", platform.settingsPath);
  // Checked first: a browser prints each answer that is an error.
  const found = platform.hasSettings
    ? await read()
    : await platform
        .ask<PageSettings>("POST", platform.settingsPath, demo)
        .catch((error: unknown) => (statusOf(error) === 409 ? read() : Promise.reject(error as Error)));
  const { name, url, width, height, isReady, supportsCustomObjects } = found;
  return { name, url, width, height, isReady, supportsCustomObjects };
}

function statusOf(error: unknown): number {
  return error instanceof PlatformError ? error.status : 0;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
