/** Whether this is a browser's page, or something like it. */
export function hasWindow(): boolean {
  return typeof window === "object" && typeof window.addEventListener === "function";
}

/** An address' origin; empty where there is none. */
export function originOf(url: string): string {
  try {
    return new URL(url, hasWindow() ? window.location.href : undefined).origin;
  } catch {
    return "";
  }
}
