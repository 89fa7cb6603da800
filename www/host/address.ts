import { findRecord, type DemoRecord } from "./records";

/** The record that the address names after `#`: `#/record/0-1/1001`. */
export function recordOf(hash: string): DemoRecord | undefined {
  const [, type = "", id = ""] = /^#\/record\/([\d-]+)\/(\d+)$/.exec(hash) ?? [];
  return findRecord(type, Number(id));
}

/** The part of the address that names a record. */
export function hashOf({ objectTypeId, objectId }: DemoRecord): string {
  return `#/record/${objectTypeId}/${objectId}`;
}
