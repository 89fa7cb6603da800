import { setTimeout as sleep } from "node:timers/promises";

/** Tries again until a program that was just started answers. */
export async function answering<Value>(ask: () => Promise<Value>): Promise<Value> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (tries > 600) {
        throw error;
      }
      await sleep(100);
    }
  }
}
