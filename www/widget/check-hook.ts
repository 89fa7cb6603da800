import { NUMBERS } from "../shared/numbers";
import type { Phone } from "./phone";

/**
 * With `?check=on`, does a user's work when the host's page asks:
 * `{ callingCheck: "incoming" }`. It is the hook for `npx calling-widget-sdk check`; pages
 * for users have none.
 */
export function offerCheckHook(phone: Phone, search: string): void {
  if (new URLSearchParams(search).get("check") !== "on") return;
  const deeds: Readonly<Record<string, () => void>> = {
    incoming: () => phone.receive(NUMBERS.mariaMobile),
    answer: () => phone.answer(),
    transfer: () => phone.transfer(),
    navigate: () => phone.openRecord({ name: "", coordinates: { portalId: 62515, objectId: 1001, objectTypeId: "0-1" } }),
  };
  window.addEventListener("message", ({ source, data }: MessageEvent<{ callingCheck?: unknown } | null>) => {
    if (source === window.parent && typeof data?.callingCheck === "string") deeds[data.callingCheck]?.();
  });
}
