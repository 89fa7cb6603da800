/**
 * Call outcomes of a new account, by the internal value that `hs_call_disposition` takes.
 * Source: engagements documentation of the CRM, "Call outcomes".
 */
export const DISPOSITIONS: ReadonlyMap<string, string> = new Map([
  ["f240bbac-87c9-4f6e-bf70-924b57d47db7", "Connected"],
  ["9d9162e7-6cf3-4944-bf63-4dff82258764", "Busy"],
  ["a4c4c377-d246-4b32-a13b-75a56a4cd0ff", "Left live message"],
  ["b2cf5968-551e-4856-9783-52b3da59a7d0", "Left voicemail"],
  ["73a0d17f-1163-4015-bdd5-ec830791da20", "No answer"],
  ["17b47fee-58de-441e-a44c-c6300d46f273", "Wrong number"],
]);
