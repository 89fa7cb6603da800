import { createSocket, type Socket } from "node:dgram";

import type { BrowserContext } from "@playwright/test";

/**
 * The network between two phones: their packets pass through sockets of this process, as
 * through a router, until the network is cut.
 */
export class Detour {
  private readonly sockets = new Set<Socket>();

  /** Routes the sound of every phone of a context this way. */
  static async open(context: BrowserContext): Promise<Detour> {
    const detour = new Detour();
    await context.exposeFunction("detour", (address: string, port: number) => detour.to(address, port));
    return detour;
  }

  /** Drops packets on the existing paths; paths opened later work. */
  cut(): void {
    for (const socket of this.sockets) {
      socket.removeAllListeners("message");
    }
  }

  close(): void {
    for (const socket of this.sockets) {
      socket.close();
    }
    this.sockets.clear();
  }

  /** Opens a port that leads to another one. */
  private async to(address: string, port: number): Promise<number> {
    const front = await this.socket();
    const sources = new Map<string, Promise<Socket>>();
    front.on("message", (packet, from) => {
      void this.sourceOf(sources, front, from).then((source) => {
        // A browser that hides its addresses has one on loopback among them.
        source.send(packet, port, address.endsWith(".local") ? "127.0.0.1" : address);
      });
    });
    return front.address().port;
  }

  /** Each sender has a separate socket, which receives the answers. */
  private sourceOf(sources: Map<string, Promise<Socket>>, front: Socket, { address, port }: { address: string; port: number }): Promise<Socket> {
    const key = `${address}:${String(port)}`;
    const known = sources.get(key) ?? this.socket();
    if (!sources.has(key)) {
      sources.set(key, known);
      void known.then((source) => {
        source.on("message", (packet) => {
          front.send(packet, port, address);
        });
      });
    }
    return known;
  }

  private async socket(): Promise<Socket> {
    const socket = createSocket("udp4");
    this.sockets.add(socket);
    await new Promise<void>((resolve) => {
      socket.bind(0, "127.0.0.1", resolve);
    });
    return socket;
  }
}
