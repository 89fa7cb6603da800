import { check } from "../../tools/check/command/check.js";
import { demo } from "./commands/demo.js";
import { dev } from "./commands/dev.js";
import { doctor } from "./commands/doctor.js";
import { replay } from "./commands/replay.js";
import { settings } from "./commands/settings.js";
import type { Command } from "./definition.js";

/** Every command, in the order of `--help`. */
export const COMMANDS: readonly Command[] = [demo, dev, check, doctor, settings, replay];

/** Commands that went, and what to use in their place. */
export const GONE: Readonly<Record<string, string>> = {
  "check-host": "test your host's page in Playwright with a widget in its frame",
  symbolicate: "build with the export condition development: its panics name their place",
  oauth: "use OAuthClient of calling-widget-sdk/rest, or send the request by curl",
};
