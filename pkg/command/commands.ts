import { check } from "./commands/check.js";
import { checkHost } from "./commands/check-host.js";
import { demo } from "./commands/demo.js";
import { dev } from "./commands/dev.js";
import { doctor } from "./commands/doctor.js";
import { settings } from "./commands/settings.js";
import { oauth } from "./commands/oauth.js";
import { replay } from "./commands/replay.js";
import { symbolicate } from "./commands/symbolicate.js";
import type { Command } from "./definition.js";

/** Every command, in the order of `--help`. */
export const COMMANDS: readonly Command[] = [demo, dev, check, checkHost, doctor, settings, oauth, replay, symbolicate];
