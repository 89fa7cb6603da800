import { check } from "../../tools/check/command/check.js";
import { demo } from "./commands/demo.js";
import { dev } from "./commands/dev.js";
import { doctor } from "./commands/doctor.js";
import { replay } from "./commands/replay.js";
import { settings } from "./commands/settings.js";
import type { Command } from "./definition.js";

/** Every command, in the order of `--help`. */
export const COMMANDS: readonly Command[] = [demo, dev, check, doctor, settings, replay];
