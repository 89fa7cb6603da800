import type { RestError, RequestProblem } from "calling-widget-sdk/rest";

import { option } from "./fields.js";
import { oneLine } from "./terminal.js";
import type { World } from "./world.js";

/** The exit codes. */
export const EXIT = { done: 0, refused: 1, usage: 2, unreachable: 3 } as const;

const EXIT_HELP = `Exit codes
  0  done
  1  the service refused it, or its answer cannot be read
  2  the command line or a setting has a fault; nothing was sent
  3  no answer came`;

/** The part of a command's help about its output. */
export const OUTPUT_HELP = `Output
  --json          prints JSON; errors too, on standard error

${EXIT_HELP}`;

/** A wrong command line. */
export class UsageError extends Error {}

/** The command cannot go on: the service did its part, or something is missing on this machine. */
export class Unable extends Error {
  constructor(
    /** The reason, for programs: `DIFFERENT`. */
    readonly code: string,
    message: string,
    readonly exit: number = EXIT.refused,
  ) {
    super(message);
  }
}

/** The page of a check did not report. */
export class NoReport extends Error {}

/** Advice after an error with this code, and with the status and the word among the arguments if given. */
export type Advice = {
  readonly code: RestError["code"] | "USAGE";
  readonly status?: number;
  readonly word?: string;
  readonly text: string;
};

/** The context of an error. */
export type Context = {
  readonly args: readonly string[];
  readonly advice: readonly Advice[];
};

/** Prints an error on standard error, and returns the exit code. */
export function report(error: unknown, { args, advice }: Context, world: World): number {
  const { exit, fields } = failure(error);
  if (args.includes("--json")) {
    world.printError(JSON.stringify({ error: fields }, undefined, 2));
    return exit;
  }
  world.printError(lines(fields, args).map(oneLine).join("\n"));
  const next = advice.find(
    ({ code, status, word }) => code === fields.code && (status === undefined || status === fields.status) && (word === undefined || args.includes(word)),
  );
  if (next !== undefined) {
    world.printError(next.text);
  }
  return exit;
}

function lines({ code, message, status, category, correlationId, details = [], problems = [] }: Fields, args: readonly string[]): readonly string[] {
  if (problems.length > 0) {
    return [`error ${code}: nothing was sent`, ...problems.map((problem) => `  ${problem.code}: ${asTyped(problem, args)}`)];
  }
  if (category === "VALIDATION_ERROR" && details.length > 0) {
    // The message has the details as JSON, or one behind another.
    const identifier = correlationId === undefined ? "" : ` (correlation id ${correlationId})`;
    const each = details.map((detail) => `  ${detail.code ?? "INVALID"}: ${detail.message ?? "no reason given"}`);
    return [`error ${code}: the service answered ${status ?? 0}: ${category}${identifier}`, ...each];
  }
  return [`error ${code}: ${message}`];
}

/** A problem as the command line spells its field, when it came from there. */
function asTyped({ field, message }: RequestProblem, args: readonly string[]): string {
  const typed = field === undefined ? "" : option(field);
  const isTyped = args.some((arg) => arg === typed || arg.startsWith(`${typed}=`));
  return isTyped && field !== undefined && message.startsWith(`${field} `) ? typed + message.slice(field.length) : message;
}

/** An error in the format of `--json`. */
type Fields = { code: string; message: string; details?: readonly Detail[] } & Partial<Pick<RestError, "status" | "category" | "correlationId" | "problems">>;

/** One reason of a refusal. */
type Detail = { code: string | undefined; message: string | undefined };

function failure(error: unknown): { exit: number; fields: Fields } {
  if (error instanceof UsageError) {
    return { exit: EXIT.usage, fields: { code: "USAGE", message: error.message } };
  }
  if (error instanceof Unable) {
    return { exit: error.exit, fields: { code: error.code, message: error.message } };
  }
  if (error instanceof NoReport) {
    return { exit: EXIT.unreachable, fields: { code: "NO_REPORT", message: error.message } };
  }
  if (isRestError(error)) {
    const { code, status, category, correlationId, problems, data } = error;
    const details = data?.errors?.map(({ code, message }) => ({ code, message: message === undefined ? undefined : impersonal(message) }));
    return { exit: EXITS[code], fields: { code, message: impersonal(error.message), status, category, correlationId, ...(details && { details }), problems } };
  }
  // An option that the client refuses; its text names it.
  if (isCallingError(error)) {
    const message = error.message.replace(/(?<=^|; )\w+(?= (?:is|has) )/g, (name) => TYPED[name] ?? name);
    return { exit: EXIT.usage, fields: { code: "USAGE", message } };
  }
  return { exit: EXIT.refused, fields: { code: "INTERNAL", message: "the command has a fault: please report what you did" } };
}

/** A service's text without addresses of persons: errors end in the logs of builds. */
function impersonal(text: string): string {
  return text.replace(/[^\s"'<>:,;()]+@[^\s"'<>,;()]+/g, "<email>");
}

const EXITS: Readonly<Record<RestError["code"], number>> = {
  ABORTED: EXIT.unreachable,
  INVALID_OPTION: EXIT.usage,
  INVALID_REQUEST: EXIT.usage,
  MALFORMED: EXIT.refused,
  REFUSED: EXIT.refused,
  TIMED_OUT: EXIT.unreachable,
  UNREACHABLE: EXIT.unreachable,
};

/** A client's options by their names on the command line. */
const TYPED: Readonly<Record<string, string>> = {
  appId: "the app's identifier",
  baseUrl: "the service's address",
  timeoutMs: "--timeout-ms",
};

/** By its fields, not by its class, which would load the clients for a fault of the command line. */
function isRestError(error: unknown): error is RestError {
  return isCallingError(error) && "problems" in error;
}

function isCallingError(error: unknown): error is Error {
  return error instanceof Error && error.name === "CallingError";
}
