// The adapter of `examples/phone-own.ts`, over a WebSocket with the test at the far end.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import CallingExtensions from "calling-widget-sdk";
import { bindPhone, type PhoneBinding, type PhoneEvent } from "calling-widget-sdk/phone";
import { createHost, type TestHost } from "calling-widget-sdk/testing";

import { deskPhone } from "../../examples/phone-own.ts";

/** The parts of a socket that the adapter uses. */
class Socket extends EventTarget {
  readonly sent: { command: string; callId: string }[] = [];
  readyState = 1;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as { command: string; callId: string });
  }

  says(message: PhoneEvent | { type: "status"; callId: string; has: boolean }): void {
    this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(message) }));
  }

  close(): void {
    this.readyState = 3;
    this.dispatchEvent(new Event("close"));
  }
}

Object.assign(globalThis, { WebSocket: Object.assign(Socket, { OPEN: 1 }) });

let host: TestHost;
afterEach(() => {
  host.uninstall();
});

/** A page with the desk phone, in a host's frame. */
function page(codes: string[] = []): { socket: Socket; phone: PhoneBinding } {
  const socket = new Socket();
  const cti = new CallingExtensions({ logger: null, resume: true, eventHandlers: {} });
  const phone = bindPhone(cti, deskPhone(socket as unknown as WebSocket), { onDiagnostic: ({ code }) => codes.push(code) });
  socket.says({ type: "registered" });
  return { socket, phone };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) {
    await host.clock.advance(1);
  }
}

const types = (): string[] => host.received.map(({ type }) => type).filter((type) => !["SYNC_ACK", "INITIALIZED"].includes(type));

test("a call of the desk phone is the widget's", async () => {
  host = createHost({ withinMs: 500 }).install();
  const codes: string[] = [];
  const { socket, phone } = page(codes);
  await host.ready({ iframeLocation: "remote" });
  await host.expect("INITIALIZED");

  socket.says({ type: "incoming", callId: "desk-1", from: "+12025550123" });
  phone.answer();
  socket.says({ type: "answered", callId: "desk-1" });
  phone.mute(true);
  phone.transfer("+12025550177");
  socket.says({ type: "transferFailed", callId: "desk-1" });
  phone.hangUp();
  socket.says({ type: "ended", callId: "desk-1", cause: "normal" });
  await settle();

  assert.deepEqual(types(), ["INCOMING_CALL", "CALL_ANSWERED", "CALL_ENDED", "CALL_COMPLETED"]);
  assert.deepEqual(socket.sent.map(({ command }) => command), ["answer", "mute", "transfer", "hangUp"]);
  assert.deepEqual(codes, ["PHONE_TRANSFER_FAILED"]);
});

for (const answer of [true, false, undefined]) {
  test(`a reload asks the phone's server (${String(answer)})`, async () => {
    host = createHost({ withinMs: 500 }).install();
    const before = page();
    await host.ready({ iframeLocation: "remote" });
    await host.expect("INITIALIZED");
    before.socket.says({ type: "incoming", callId: "desk-1", from: "+12025550123" });
    before.socket.says({ type: "answered", callId: "desk-1" });
    await host.clock.advance(1000);

    const pages: ReturnType<typeof page>[] = [];
    await host.reloadWidget(() => pages.push(page()));
    await settle();
    const [{ socket, phone }] = pages as [ReturnType<typeof page>];
    assert.deepEqual(socket.sent.map(({ command }) => command), ["status"]);
    const state = (): unknown => phone.calls[0]?.state;
    assert.equal(state(), "connected");
    if (answer === undefined) {
      await host.clock.advance(10_000);
    } else {
      socket.says({ type: "status", callId: "desk-1", has: answer });
    }
    await settle();

    assert.equal(state(), answer === true ? "connected" : "closed");
  });
}
