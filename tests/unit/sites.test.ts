// The host names that the servers of the package's pages accept.
import assert from "node:assert/strict";
import { test } from "node:test";

import { isThisMachine } from "../../pkg/command/sites.ts";

test("names of this machine are accepted, with any port", () => {
  for (const host of ["localhost", "LOCALHOST:8140", "phone.localhost:8141", "a.b.localhost", "127.0.0.1:1", "[::1]", "[::1]:65535"]) {
    assert.ok(isThisMachine(host), host);
  }
});

test("every other name is refused", () => {
  for (const host of ["", "example.com", "localhost.example.com", "evil-localhost", ".localhost", "a..localhost", "a b.localhost", "127.0.0.2", "0.0.0.0", "localhost:http", "::1", "localhost@example.com"]) {
    assert.ok(!isThisMachine(host), host);
  }
});
