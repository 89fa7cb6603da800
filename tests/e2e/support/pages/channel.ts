// Breaks the channel on demand: what the page posts is lost, doubled or delayed, by a
// seed. Loaded after the watcher, which stands between the page and other windows.
import type {} from "../globals.ts";

window.breakChannel = (seed) => {
  let state = seed >>> 0;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  window.fate = { lost: 0, doubled: 0, late: 0 };
  window.carry = (data, send) => {
    // The tests' own messages arrive.
    if (typeof (data as { type?: unknown } | null)?.type !== "string") {
      send();
      return;
    }
    const chance = random();
    if (chance < 0.2) {
      window.fate.lost += 1;
    } else if (chance < 0.4) {
      window.fate.doubled += 1;
      send();
      setTimeout(send, random() * 400);
    } else if (chance < 0.6) {
      window.fate.late += 1;
      setTimeout(send, random() * 200);
    } else {
      send();
    }
  };
};
