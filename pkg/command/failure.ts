import type { RestError, RequestProblem } from "calling-widget-sdk/rest";

import { option } from "./fields.js";
import type { World } from "./world.js";

/** The exit codes. */
export const EXIT = { done: 0, refused: 1, usage: 2, unreachable: 3 } as const;

/** The part of a command's help about {@link EXIT}. */
export const EXIT_HELP = `Exit codes
  0  done
  1  the service refused it, or its answer cannot be read
  2  the command line or a setting has a fault; nothing was sent
  3  no answer came`;

/** The command line is not as it should be. */
export class UsageError extends Error {}

/** What to do next after an error that has this code, and the status and the word among the arguments where given. */
export type Advice = {
  readonly code: RestError["code"] | "USAGE";
  readonly status?: number;
  readonly word?: string;
  readonly text: string;
};

/** Prints an error on standard error, and returns the exit code. */
export function report(error: unknown, { args, advice }: { args: readonly string[]; advice: readonly Advice[] }, world: World): number {
  const { exit, fields } = failure(error);
  if (args.includes("--json")) {
    world.printError(JSON.stringify({ error: fields }, undefined, 2));
    return exit;
  }
  const problems = fields.problems ?? [];
  world.printError(
    problems.length === 0
      ? `error ${fields.code}: ${fields.message}`
      : [`error ${fields.code}: nothing was sent`, ...problems.map((problem) => `  ${problem.code}: ${asTyped(problem, args)}`)].join("\n"),
  );
  const next = advice.find(
    ({ code, status, word }) => code === fields.code && (status === undefined || status === fields.status) && (word === undefined || args.includes(word)),
  );
  if (next !== undefined) {
    world.printError(next.text);
  }
  return exit;
}

/** A problem as the command line spells its field, when it came from there. */
function asTyped({ field, message }: RequestProblem, args: readonly string[]): string {
  const typed = field === undefined ? "" : option(field);
  const isTyped = args.some((arg) => arg === typed || arg.startsWith(`${typed}=`));
  return isTyped && field !== undefined && message.startsWith(`${field} `) ? typed + message.slice(field.length) : message;
}

type Fields = Pick<RestError, "message"> & { code: string } & Partial<Pick<RestError, "status" | "category" | "correlationId" | "problems">>;

function failure(error: unknown): { exit: number; fields: Fields } {
  if (error instanceof UsageError) {
    return { exit: EXIT.usage, fields: { code: "USAGE", message: error.message } };
  }
  if (isRestError(error)) {
    const { code, message, status, category, correlationId, problems } = error;
    return { exit: EXITS[code], fields: { code, message, status, category, correlationId, problems } };
  }
  // An option that the client does not take; its text names it.
  if (isCallingError(error)) {
    const message = error.message.replace(/^baseUrl /, "the service's address ").replace(/^timeoutMs /, "--timeout-ms ");
    return { exit: EXIT.usage, fields: { code: "USAGE", message } };
  }
  return { exit: EXIT.refused, fields: { code: "INTERNAL", message: "the command has a fault: please report what you did" } };
}

const EXITS: Readonly<Record<RestError["code"], number>> = {
  ABORTED: EXIT.unreachable,
  INVALID_REQUEST: EXIT.usage,
  MALFORMED: EXIT.refused,
  REFUSED: EXIT.refused,
  TIMED_OUT: EXIT.unreachable,
  UNREACHABLE: EXIT.unreachable,
};

/** By its fields and not by its class, which would load the clients for a fault of the command line. */
function isRestError(error: unknown): error is RestError {
  return isCallingError(error) && "code" in error && Object.keys(EXITS).includes(String(error.code));
}

function isCallingError(error: unknown): error is Error {
  return error instanceof Error && error.name === "CallingError";
}
