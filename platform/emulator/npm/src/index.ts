/**
 * The platform's calling endpoints in this process: for tests, without a network.
 *
 * @packageDocumentation
 */
export {
  createEmulator,
  type Emulator,
  type EmulatorClock,
  type EmulatorFaults,
  type EmulatorOptions,
  type Faults,
  type LoggedRequest,
} from "./emulator.js";
export { EmulatorError, type EmulatorErrorCode } from "./failure.js";
export type { LegacyCard, NewApp, NewEventProperty, NewEventType, NewProperty, NewRecord, NewUser, Seed } from "./seed.js";
