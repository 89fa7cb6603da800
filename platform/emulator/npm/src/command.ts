#!/usr/bin/env node
// `npx calling-widget-sdk-emulator`: serves the platform on loopback until it is stopped.
import { parseArgs } from "node:util";

import manifest from "../package.json" with { type: "json" };
import { whenOrphaned } from "../../../../pkg/command/orphan.js";
import { createEmulator, EmulatorError, type EmulatorOptions } from "./index.js";

const HELP = `Serves the platform's calling endpoints on this machine. Their data are in memory.

Usage: npx calling-widget-sdk-emulator [options]

  --port N              port to serve on, 8140 by default; with 0 the system chooses one
  --profile NAME        spec: as the reference says (default); vendor: as the service's own clients expect
  --seed FILE           JSON with what is there from the start: apps and records
  --seed N              makes identifiers and tokens come out the same each time
  --clock NAME          real (default), or fixed: stands still at the start of 2026
  --allow-origin ORIGIN origin whose pages may ask, such as http://localhost:3000; may be repeated
  --detached            goes on after the npm or npx that started it has ended
  --help, --version
`;

async function main(): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", () => process.exit(UNREAD));
  }
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "8140" },
      profile: { type: "string", default: "spec" },
      seed: { type: "string" },
      clock: { type: "string", default: "real" },
      "allow-origin": { type: "string", multiple: true, default: [] },
      detached: { type: "boolean" },
      help: { type: "boolean", short: "h" },
      version: { type: "boolean" },
    },
  });
  if (values.help === true) {
    process.stdout.write(HELP);
    return;
  }
  if (values.version === true) {
    process.stdout.write(`${manifest.version}\n`);
    return;
  }
  const emulator = await createEmulator({
    profile: values.profile as NonNullable<EmulatorOptions["profile"]>,
    clock: values.clock as NonNullable<EmulatorOptions["clock"]>,
    port: numberOf("port", values.port),
    allowOrigins: values["allow-origin"],
    ...(values.seed === undefined ? {} : { seed: /^-?\d+$/.test(values.seed) ? numberOf("seed", values.seed) : values.seed }),
  });
  const close = (): void => void emulator.close();
  if (values.detached !== true) {
    whenOrphaned(close);
  }
  for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"] as const) {
    process.once(signal, close);
  }
  process.stdout.write(`platform    ${emulator.url}/emulator/docs\nCtrl-C stops it.\n`);
}

/** The exit code of a program whose output is not read any more (SIGPIPE). */
const UNREAD = 141;

function numberOf(option: string, text: string): number {
  if (!/^\d{1,16}$/.test(text)) {
    throw new EmulatorError("INVALID_OPTION", `${option} is ${JSON.stringify(text.slice(0, 100))}: use a whole number from 0 on`);
  }
  return Number(text);
}

main().catch((error: unknown) => {
  const isOurs = error instanceof EmulatorError || (error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS"));
  process.stderr.write(isOurs ? `error: ${error.message}\n` : `error: ${String(error instanceof Error ? error.stack : error)}\n`);
  process.exitCode = isOurs ? 2 : 1;
});
