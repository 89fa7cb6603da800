import { NUMBERS } from "../shared/numbers";
import type { Softphone } from "./softphone";
import type { PhoneState } from "./state";

/** A user's actions, by name; `when` is their required state of the phone. */
const DEEDS: Readonly<Record<string, { when: (state: PhoneState) => boolean; act: (phone: Softphone, detail: string) => void }>> = {
  ring: {
    when: (state) => state.place !== "" && isFree(state),
    act: (phone, number) => phone.receive(number === "" ? NUMBERS.mariaMobile : number),
  },
  answer: { when: ({ screen, call }) => screen === "incoming" && call?.engagementId !== undefined, act: (phone) => phone.answer() },
  decline: { when: ({ screen }) => screen === "incoming", act: (phone) => phone.decline() },
  hangUp: { when: ({ screen }) => screen === "connected", act: (phone) => phone.hangUp() },
  transfer: { when: ({ screen }) => screen === "connected", act: (phone) => phone.transfer() },
  dial: { when: isFree, act: (phone, number) => phone.dial(number === "" ? NUMBERS.jonasMobile : number) },
  popout: { when: isFree, act: (phone) => phone.popOut() },
  own: { when: ({ screen, isElsewhere }) => screen === "connected" && !isElsewhere, act: () => undefined },
  save: { when: ({ screen, call }) => screen === "ended" && call?.engagementId !== undefined, act: (phone, detail) => phone.saveAsIs(detail === "open") },
};

/**
 * Acts like a user, so that the host page can show a whole call with one click:
 * `script=ring:+12025550143,answer,hangUp,save` in the address. Each action waits until the
 * phone allows it, and then for a moment, as people do. An answer and a save wait for the
 * call's engagement, too: a person is never quicker than that. `save:open` asks the host to
 * leave the phone open; `own` waits until this window has the call.
 *
 * @param run - Names the run of a script: a reloaded page does not repeat it.
 */
export function startAutopilot(phone: Softphone, script: string, run: string, pauseMs: number): void {
  if (script === "" || wasRun(run)) return;
  const deeds = script.split(",").map((word) => {
    const [name = "", detail = ""] = word.split(/:(.*)/s);
    return { deed: DEEDS[name], detail };
  });
  let at = 0;
  let isPausing = false;
  const look = (): void => {
    const next = deeds[at];
    if (isPausing || next?.deed?.when(phone.store.value) !== true) return;
    isPausing = true;
    setTimeout(() => {
      isPausing = false;
      // The call may have ended meanwhile, or the user was quicker.
      if (next.deed?.when(phone.store.value) === true) {
        at += 1;
        next.deed.act(phone, next.detail);
      }
      // Not every action changes the phone's display.
      look();
    }, pauseMs);
  };
  phone.store.watch(look);
}

/** True if a call may begin: with shared calls, once the windows have found each other. */
function isFree({ screen, available, role }: PhoneState): boolean {
  return available && role !== "alone" && (screen === "idle" || screen === "completed");
}

/** True if this run of a script was begun before in this tab. */
function wasRun(run: string): boolean {
  try {
    const isKnown = sessionStorage.getItem(KEY) === run;
    sessionStorage.setItem(KEY, run);
    return run !== "" && isKnown;
  } catch {
    return false;
  }
}

const KEY = "demo-softphone:run";
