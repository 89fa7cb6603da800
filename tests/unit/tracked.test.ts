import assert from "node:assert/strict";
import { test } from "node:test";

import CallingExtensions, { CallingError } from "calling-widget-sdk";

import { ready, receive } from "../support/app.ts";

const START = { externalCallId: "c-1", fromNumber: "+15550100", toNumber: "+15550199" };
const ASKING = { ...START, createEngagement: true };

/** The error that a promise rejects with. */
async function failure(promise: Promise<unknown>): Promise<CallingError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof CallingError, "it did not fail");
  return error;
}

async function later(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 20));
}

test("a receipt gives the host's answer as often as asked", async () => {
  const cti = ready();

  const receipt = cti.tracked.incomingCall(ASKING);
  const early = receipt.engagement();
  receive(cti, { type: "CREATE_ENGAGEMENT_SUCCEEDED", data: { engagementId: 7 } });
  receive(cti, { type: "CALLER_ID_MATCH_SUCCEEDED", data: { callerIdMatches: [{ callerIdType: "CONTACT" }] } });

  assert.equal(await early, 7);
  assert.equal(await receipt.engagement(), 7);
  assert.deepEqual(await receipt.callerId(), [{ callerIdType: "CONTACT" }]);
  cti.destroy();
});

test("a save, a publication and a navigation give theirs", async () => {
  const cti = ready();
  const ids = { externalCallId: "c-1", engagementId: 7 };
  cti.outgoingCall(START);
  cti.callEnded(ids);

  const saved = cti.tracked.callCompleted({ ...ids, engagementProperties: { hs_call_title: "Call" } }).saved();
  const finalized = cti.tracked.finalizeEngagement(ids).finalized();
  const navigated = cti.tracked
    .navigateToRecord({ objectCoordinates: { portalId: 1, objectId: 5, objectTypeId: "0-1" } })
    .navigated({ timeoutMs: 5 });
  receive(cti, { type: "UPDATE_ENGAGEMENT_SUCCEEDED", data: ids });
  receive(cti, { type: "FINALIZE_ENGAGEMENT_SUCCEEDED", data: ids });

  await Promise.all([saved, finalized]);
  assert.deepEqual(await navigated, { outcome: "notRefused" });
  cti.destroy();
});

test("a refusal carries the host's answer beside its text", async () => {
  const cti = ready();
  const data = { error: { message: "no room for +15550100" }, more: [null] };

  const wait = cti.tracked.outgoingCall(ASKING).engagement();
  receive(cti, { type: "CREATE_ENGAGEMENT_FAILED", data });
  const error = await failure(wait);

  assert.equal(error.code, "HOST_REFUSED");
  assert.deepEqual(error.data, data);
  assert.ok(!error.message.includes("5550100") && !JSON.stringify(error).includes("5550100"));
  cti.destroy();
});

test("an error of the app's own sendMessage is thrown", () => {
  const cti = ready();
  cti.sendMessage = () => {
    throw new Error("mine");
  };

  assert.throws(() => cti.tracked.outgoingCall(ASKING), /mine/);
  cti.destroy();
});

test("a message that is not posted has a receipt NOT_SENT", async () => {
  const swallowing = ready();
  swallowing.sendMessage = () => undefined;
  const unpostable = { ...ASKING, dialingContext: { phoneNumber: (() => "") as never } };
  const hooked = ready({ beforeSend: ({ type }) => (type === "OUTGOING_CALL_STARTED" ? null : undefined) });

  for (const [cti, payload] of [[swallowing, ASKING], [ready(), unpostable], [hooked, ASKING]] as const) {
    assert.equal((await failure(cti.tracked.outgoingCall(payload).engagement())).code, "NOT_SENT");
    cti.destroy();
  }
  assert.deepEqual(hooked.calls, []);
});

test("a signal, a time-out and destroy() each end a wait", async () => {
  const cti = ready();
  const receipt = cti.tracked.outgoingCall(ASKING);
  const aborter = new AbortController();

  const waits = [
    receipt.engagement({ signal: aborter.signal }),
    receipt.engagement({ signal: AbortSignal.abort() }),
    receipt.engagement({ timeoutMs: 5 }),
  ];
  aborter.abort();
  const codes = await Promise.all(waits.map(async (wait) => (await failure(wait)).code));
  const open = receipt.engagement({ signal: new AbortController().signal });
  cti.destroy();

  assert.deepEqual(codes, ["ABORTED", "ABORTED", "TIMED_OUT"]);
  assert.equal((await failure(open)).code, "ABORTED");
  assert.equal((await failure(receipt.engagement())).code, "ABORTED");
  assert.equal((await failure(cti.tracked.outgoingCall(ASKING).engagement())).code, "NOT_SENT");
});

test("a signal that outlives the wait is let go", async () => {
  const cti = ready();
  const { signal } = new AbortController();
  let listeners = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners += 1;
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listeners -= 1;
    remove(...args);
  };
  const receipt = cti.tracked.outgoingCall(ASKING);

  const waits = [receipt.engagement({ signal }), receipt.engagement({ signal })];
  const during = listeners;
  receive(cti, { type: "ENGAGEMENT_CREATED", data: { engagementId: 7 } });
  await Promise.all(waits);

  assert.deepEqual([during, listeners], [2, 0]);
  cti.destroy();
});

test("nobody's failure is an uncaught one, asked or not", async () => {
  const uncaught: unknown[] = [];
  const note = (reason: unknown): void => {
    uncaught.push(reason);
  };
  process.on("unhandledRejection", note);
  const cti = ready();

  cti.tracked.outgoingCall({ ...ASKING, externalCallId: "ignored" });
  for (const refusal of ["NOT_REQUESTED", "HOST_REFUSED", "TIMED_OUT", "ABORTED"]) {
    const call = { ...START, externalCallId: refusal, createEngagement: refusal !== "NOT_REQUESTED" };
    void cti.tracked.incomingCall(call).engagement({ timeoutMs: 1 });
  }
  const data = { externalCallId: "HOST_REFUSED", error: { message: "no" } };
  receive(cti, { type: "CREATE_ENGAGEMENT_FAILED", data });
  await later();
  cti.destroy();
  void cti.tracked.outgoingCall(ASKING).engagement();
  await later();
  process.off("unhandledRejection", note);

  assert.deepEqual(uncaught, []);
});

test("a receipt is no promise, so awaiting it gives it back", async () => {
  const cti = ready();

  const receipt: object = cti.tracked.incomingCall(START);

  assert.deepEqual(Object.keys(receipt), ["engagement", "callerId"]);
  assert.equal("then" in receipt, false);
  assert.equal(await (receipt as Promise<unknown>), receipt);
  cti.destroy();
});

test("a tracked send goes through the app's own methods", async () => {
  class Mine extends CallingExtensions {
    readonly sent: unknown[] = [];

    override sendMessage(message: Parameters<CallingExtensions["sendMessage"]>[0]): void {
      this.sent.push(message.type);
      super.sendMessage(message);
    }
  }
  const cti = new Mine({ eventHandlers: {}, logger: null });

  const receipt = cti.tracked.outgoingCall(ASKING);
  receive(cti, { type: "SYNC", messageId: "h_1" });
  receive(cti, { type: "ENGAGEMENT_CREATED", data: { engagementId: "7" } });

  assert.deepEqual(cti.sent, ["OUTGOING_CALL_STARTED"]);
  assert.equal(await receipt.engagement(), "7");
  cti.destroy();
});

test("a time-out that is no number is as none", async () => {
  const cti = ready();
  const receipt = cti.tracked.outgoingCall(ASKING);

  for (const timeoutMs of [5_000n, "5", Symbol("soon"), { valueOf: () => 5 }] as unknown as number[]) {
    const controller = new AbortController();
    const wait = receipt.engagement({ timeoutMs, signal: controller.signal });
    await later();
    controller.abort();

    assert.equal((await failure(wait)).code, "ABORTED");
  }
  assert.equal(cti.diagnostics().counts.CORE_LOST, undefined);
  cti.destroy();
});
