import { settings } from "./commands/settings.js";
import { symbolicate } from "./commands/symbolicate.js";
import type { Command } from "./definition.js";

/** Every command, in the order of `--help`. */
export const COMMANDS: readonly Command[] = [settings, symbolicate];
