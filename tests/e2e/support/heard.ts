// The sound that arrives in a page, measured at its connections.
import type { Frame, Page } from "@playwright/test";

/** The energy of the sound that arrived in a page, at its open connections. */
export function heard(page: Page | Frame): Promise<number> {
  return page.evaluate(async () => {
    let energy = 0;
    for (const peer of window.peers.filter(({ signalingState }) => signalingState !== "closed")) {
      for (const report of (await peer.getStats()).values() as Iterable<{ type: string; totalAudioEnergy?: number }>) {
        energy += report.type === "inbound-rtp" ? (report.totalAudioEnergy ?? 0) : 0;
      }
    }
    return energy;
  });
}
