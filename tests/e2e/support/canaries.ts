// Personal data in every suite, and detection of it where it must not be.

/** Fictional numbers, people, addresses and recordings; none is in a text of the SDK. */
export const CANARIES = {
  phoneNumber: "+13035550168",
  name: "Canary Quillfeather",
  email: "canary.quillfeather@example.com",
  recordingUrl: "https://canary-recordings.example/13035550168.mp3",
  text: "Canary wants to be called at seven",
} as const;

/** The fictional numbers of the tests and of the demo, its people, and the canaries. */
const PERSONAL = /1(?:202|206|303|312|415|917)555\d{4}|quillfeather|canary|okafor|lindqvist|@example\.com/i;

/** The first piece of personal data anywhere in a value; undefined when there is none. */
export function personalIn(value: unknown): string | undefined {
  return PERSONAL.exec(textOf(value))?.[0];
}

function textOf(value: unknown, depth = 0): string {
  if (typeof value !== "object" || value === null) {
    return typeof value === "function" ? "" : String(value);
  }
  if (value instanceof Error) {
    return `${value.message} ${String(value.stack)} ${textOf(value.cause, depth + 1)}`;
  }
  // Deeper than any message the SDK lets through; a cycle ends here, too.
  if (depth > 40) {
    return "";
  }
  const parts = value instanceof Map || value instanceof Set ? [...value] : Object.entries(value).slice(0, 1000).flat();
  return parts.map((part) => textOf(part, depth + 1)).join(" ");
}
