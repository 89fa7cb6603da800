// Failures that an earlier report has: `--baseline FILE`.
import type { Row } from "../../conformance/report.js";
import { UsageError } from "../../../pkg/command/failure.js";
import type { World } from "../../../pkg/command/world.js";

/** The unmet requirements of a report printed by `--json`. */
export async function baselineOf(path: string | undefined, world: World): Promise<ReadonlySet<string>> {
  if (path === undefined) {
    return new Set();
  }
  const advice = "name a report that --json printed";
  let text: string;
  try {
    text = await world.readFile(path);
  } catch {
    throw new UsageError(`--baseline ${path} cannot be read: ${advice}`);
  }
  let rows: unknown;
  try {
    ({ rows } = JSON.parse(text.replace(/^\uFEFF/, "")) as { rows?: unknown });
  } catch {
    throw new UsageError(`--baseline ${path} holds no JSON: ${advice}`);
  }
  if (!Array.isArray(rows)) {
    throw new UsageError(`--baseline ${path} is no report: ${advice}`);
  }
  return new Set((rows as readonly (Partial<Row> | null)[]).flatMap((row) => (row?.status === "failed" && row.id !== undefined ? [row.id] : [])));
}

/** The rows; failures that the earlier report has are marked as known. */
export function withKnown(rows: readonly Row[], known: ReadonlySet<string>): readonly Row[] {
  return rows.map((row) => (row.status === "failed" && known.has(row.id) ? { ...row, isKnown: true } : row));
}

/** The rows of a strict check: a requirement that was not seen fails. */
export function asStrict(rows: readonly Row[]): readonly Row[] {
  return rows.map((row) => (row.level === "must" && row.status === "notSeen" ? { ...row, status: "failed", detail: `it was not seen: ${row.detail ?? ""}` } : row));
}
