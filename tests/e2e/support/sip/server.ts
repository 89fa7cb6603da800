import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { unusedPort } from "../../../support/ports.ts";

/** The command that installs the server. */
export const INSTALL = "sudo apt-get install -y kamailio kamailio-websocket-modules";

/** The server's program and the folder of its modules; undefined if not installed. */
export function installed(): { program: string; modules: string } | undefined {
  const program = ["/usr/sbin/kamailio", "/usr/local/sbin/kamailio"].find(existsSync);
  const { stdout } = spawnSync("uname", ["-m"], { encoding: "utf8" });
  const modules = [`/usr/lib/${stdout.trim()}-linux-gnu/kamailio/modules`, "/usr/lib/kamailio/modules", "/usr/local/lib64/kamailio/modules"].find((folder) =>
    existsSync(join(folder, "websocket.so")),
  );
  return program === undefined || modules === undefined ? undefined : { program, modules };
}

/** A registrar on a port of this machine. */
export class SipServer {
  private child: ChildProcess | undefined;
  private output = "";

  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly program: string,
  ) {}

  static async start(): Promise<SipServer> {
    const found = installed();
    if (found === undefined) {
      throw new Error(`no SIP server: ${INSTALL}`);
    }
    const folder = mkdtempSync(join(tmpdir(), "sip-"));
    const port = await unusedPort();
    const configuration = readFileSync(join(import.meta.dirname, "kamailio.cfg"), "utf8");
    writeFileSync(join(folder, "kamailio.cfg"), configuration.replace("SIP_PORT", String(port)).replace("MODULES", found.modules));
    const server = new SipServer(folder, port, found.program);
    await server.run();
    return server;
  }

  /** The address for phones. */
  get url(): string {
    return `ws://127.0.0.1:${String(this.port)}`;
  }

  /** Starts it, for the first time or again. */
  async run(): Promise<void> {
    const child = spawn(this.program, ["-f", join(this.folder, "kamailio.cfg"), "-DD", "-E", "-m", "32", "-M", "4", "-w", this.folder, "-Y", this.folder], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (data: Buffer) => (this.output += data.toString()));
    }
    while (!(await this.listens())) {
      if (child.exitCode !== null) {
        throw new Error(`the SIP server ended with ${String(child.exitCode)}: ${this.output}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Kills it, as a power cut would. */
  async kill(): Promise<void> {
    const { child } = this;
    if (child?.exitCode === null) {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
    }
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private listens(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.port, "127.0.0.1", () => {
        socket.destroy();
        resolve(true);
      });
      socket.once("error", () => {
        resolve(false);
      });
    });
  }
}
