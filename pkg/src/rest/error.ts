import { CallingError, type RestErrorCode } from "../shared/errors.js";
import type { RequestProblem } from "../generated/rest.js";
import type { ErrorObject } from "./options.js";

/** The core's report of a failure. */
export type Failure = {
  code: RestErrorCode;
  message: string;
  status?: number;
  category?: string;
  correlationId?: string;
  object?: ErrorObject;
  problems?: readonly RequestProblem[];
};

/**
 * A failed call of the REST client. The code is part of the API; the text may change. Neither
 * holds a key, a secret, a token or the requested address.
 */
export class RestError extends CallingError {
  declare readonly code: RestErrorCode;
  /** The HTTP status, if the service answered. */
  readonly status: number | undefined;
  /** With `REFUSED`, the service's category: `VALIDATION_ERROR`. */
  readonly category: string | undefined;
  /** With `REFUSED`, the request's identifier, to quote in reports. */
  readonly correlationId: string | undefined;
  /** With `INVALID_REQUEST`, the faults; a value of a wrong type is reported alone, with its path. */
  readonly problems: readonly RequestProblem[];
  /** With `REFUSED`, the service's answer; not enumerable, since it may be personal. */
  declare readonly data?: ErrorObject;
  /** With `INVALID_OPTION`, the error that `accessToken` threw, if any; not enumerable, since it may be personal. */
  declare readonly cause?: unknown;

  constructor({ code, message, status, category, correlationId, object, problems = [] }: Failure, cause?: unknown) {
    super(code, message, object);
    if (cause !== undefined) {
      Object.defineProperty(this, "cause", { value: cause });
    }
    this.status = status;
    this.category = category;
    this.correlationId = correlationId;
    this.problems = problems;
  }
}
