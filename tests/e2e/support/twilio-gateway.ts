import type { BrowserContext, Page, WebSocketRoute } from "@playwright/test";

type Payload = Record<string, unknown> & { callsid?: string; sdp?: string; twilio?: { params?: string } };

/**
 * Twilio's side of the signalling WebSocket, with the messages that the SDK sends and reads:
 * `lib/twilio/pstream.ts` and `call.ts` of @twilio/voice-sdk 2.18.5. The sound goes to the
 * customer's page. Other requests of the SDK to Twilio get empty answers.
 */
export class TwilioGateway {
  /** The types of the widget SDK's messages about calls. */
  readonly heard: string[] = [];
  /** The code with which the widget is refused. */
  refusal: number | undefined;
  /** The connections of the user's windows. */
  private readonly sockets = new Set<WebSocketRoute>();
  private readonly customer: Page;
  private readonly offers = new Map<string, string>();
  private calls = 0;

  private constructor(customer: Page) {
    this.customer = customer;
  }

  static async open(context: BrowserContext, customer: Page): Promise<TwilioGateway> {
    const gateway = new TwilioGateway(customer);
    await context.route(/^https:\/\/[\w.-]+\.twilio\.com\//, (route) => route.fulfill({ status: 200, body: "", headers: { "access-control-allow-origin": "*" } }));
    await context.routeWebSocket(/^wss:\/\/[\w.-]+\.twilio\.com\/signal$/, (socket) => {
      gateway.sockets.add(socket);
      socket.onMessage((text) => {
        void gateway.take(socket, String(text));
      });
      socket.onClose(() => {
        gateway.sockets.delete(socket);
      });
    });
    return gateway;
  }

  /** Sends a message about a call. */
  say(type: string, payload: object): void {
    for (const socket of this.sockets) {
      socket.send(JSON.stringify({ type, payload }));
    }
  }

  /** Closes the connection, as a failing network does. */
  async close(): Promise<void> {
    await Promise.all([...this.sockets].map((socket) => socket.close({ code: 1006 })));
    this.sockets.clear();
  }

  /** The CallSid of the widget's last outgoing call. */
  get sid(): string {
    return `CA${String(this.calls)}`;
  }

  /** Rings at the widget. */
  async ring(from: string): Promise<void> {
    this.calls++;
    const sdp = await this.customer.evaluate(() => window.far.offer());
    this.say("invite", { callsid: this.sid, sdp, parameters: { CallSid: this.sid, From: from, To: "client:ada" } });
  }

  /** Answers the widget's last outgoing call for the customer. */
  async answer(more: object = {}): Promise<void> {
    const sdp = await this.customer.evaluate((sdp) => window.far.answer(sdp), this.offers.get(this.sid) ?? "");
    this.say("answer", { callsid: this.sid, sdp, ...more });
  }

  private async take(socket: WebSocketRoute, text: string): Promise<void> {
    const reply = (type: string, payload: object): void => {
      socket.send(JSON.stringify({ type, payload }));
    };
    const { type, payload = {} } = JSON.parse(text === "\n" ? "{}" : text) as { type?: string; payload?: Payload };
    const { sdp = "", twilio } = payload;
    const isRefused = this.refusal !== undefined && (type === "listen" || type === "invite");
    if (isRefused) {
      reply("error", { error: { code: this.refusal, message: "no" } });
    }
    if (type === "listen" && !isRefused) {
      reply("connected", { region: "US_EAST_VIRGINIA", edge: "ashburn", home: "us1", token: { identity: "ada", ttl: 3600 } });
    } else if (type === "register") {
      reply((payload["media"] as { audio: boolean }).audio ? "ready" : "offline", {});
    } else if (type !== undefined && type !== "listen") {
      this.heard.push(type);
      if (type === "answer") {
        await this.customer.evaluate((sdp) => window.far.accept(sdp), sdp);
      } else if (type === "invite" && twilio?.params !== undefined && !isRefused) {
        this.calls++;
        this.offers.set(this.sid, sdp);
        reply("ringing", { callsid: this.sid });
      }
    }
  }
}
