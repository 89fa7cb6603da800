// The sound that arrives in a page, measured at its connections.
import type { BrowserContext, Frame, Page } from "@playwright/test";

/** Records every connection of pages that open from now on; pages with the library of `pages/sound.ts` do so themselves. */
export async function noteConnections(pages: BrowserContext | Page): Promise<void> {
  await pages.addInitScript(() => {
    const peers: RTCPeerConnection[] = [];
    window.peers = peers;
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(...options: ConstructorParameters<typeof RTCPeerConnection>) {
        super(...options);
        peers.push(this);
      }
    };
  });
}

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
