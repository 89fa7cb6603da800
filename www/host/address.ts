import { findRecord, type DemoRecord } from "./records";

/** The page's place, from the address after `#`. */
export interface Place {
  record: DemoRecord | undefined;
  /** A message, by its number. */
  message: number | undefined;
}

/** Reads `#/record/0-1/1001` and `#/record/0-1/1001/message/12`. */
export function placeOf(hash: string): Place {
  const [, type = "", id = "", message] = /^#\/record\/([\d-]+)\/(\d+)(?:\/message\/(\d+))?$/.exec(hash) ?? [];
  return { record: findRecord(type, Number(id)), message: message === undefined ? undefined : Number(message) };
}

/** The part of the address that names a record, and a message if there is one. */
export function hashOf({ objectTypeId, objectId }: DemoRecord, message?: number): string {
  return `#/record/${objectTypeId}/${objectId}${message === undefined ? "" : `/message/${message}`}`;
}
