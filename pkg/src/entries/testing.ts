/**
 * A host in the test's process, for an app's own unit tests: no browser, no frame, no
 * network. Also faults for tests in a browser's page.
 *
 * @packageDocumentation
 */
import { CallingHost, InMemoryRecordStore, type RecordStore } from "./host.js";
import { InProcessHost } from "../testing/in-process.js";
import type { CreateHostOptions, TestHost } from "../testing/types.js";

export { FaultyFrame, type FrameFault, type FrameFaults } from "../testing/faulty-frame.js";
export { StoreFaults } from "../testing/faulty-store.js";
export type * from "../testing/types.js";

/**
 * Makes a host that runs in the test's process: the same engine as
 * `calling-widget-sdk/host`, with a record store in memory, connected to the app
 * through `window.parent`. The app needs no change, whether it uses this package or the
 * published SDK.
 *
 * Ids and times are the same in each run, so a transcript can be a snapshot.
 *
 * @throws CallingError from `TestHost.install` where an option is wrong, as
 *   {@link CallingHost} does.
 */
export function createHost<Store extends RecordStore = InMemoryRecordStore>(
  options: CreateHostOptions<Store> = {},
): TestHost<Store> {
  return new InProcessHost(options, { Host: CallingHost, Store: InMemoryRecordStore });
}
