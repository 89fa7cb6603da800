// The service's own Node client, unchanged, and its errors.
import assert from "node:assert/strict";

import { Client } from "@hubspot/api-client";

import { hostToken } from "./emulator.ts";

/** The client with the host page's token, in the namespace of a base. */
export async function officialClient(base: string): Promise<Client> {
  return new Client({ basePath: base, accessToken: await hostToken(base) });
}

/** Expects an error of the client with this status. */
export function refusedWith(status: number) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof Error && "code" in error, String(error));
    assert.equal(error.code, status);
    return true;
  };
}
