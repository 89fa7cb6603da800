// Random sessions of a calling app in the test host, recorded.
import type { default as CallingExtensions, OptionsInput } from "calling-widget-sdk";
import { createHost } from "calling-widget-sdk/testing";
import { recorder } from "calling-widget-sdk/trace";

import { app } from "./app.ts";

/** An app that records its session. */
export function phone(options: Partial<OptionsInput> = {}): CallingExtensions {
  return app({ trace: recorder(), ...options });
}

/** Whole numbers below a bound, the same for each seed (mulberry32). */
function diceOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** A random session of a calling app; the traces of both halves. */
export async function session(seed: number): Promise<string[]> {
  const roll = diceOf(seed);
  const people = ["Ada Lovelace", "ada@people.example", "+1 (202) 555-0123", "2025550124", 12025550123, Number.NaN, undefined, null];
  const someone = (): unknown => people[roll(people.length)];
  const call = (): string => `call-${roll(3)}`;
  const host = createHost({ seed, trace: recorder(), withinMs: 500, lifecycle: roll(2) === 0 ? "warn" : "strict" }).install();
  const options: Partial<OptionsInput> = {
    debugMode: roll(2) === 0,
    validate: roll(4) === 0 ? "strict" : "off",
    lifecycle: (["warn", "strict", "off"] as const)[roll(3)],
    resume: roll(2) === 0,
  };
  let cti = phone(options);
  const traces: string[] = [];
  await host.ready({ userId: roll(3) });
  const untyped = (): Record<string, (payload?: unknown) => void> => cti as unknown as Record<string, (payload?: unknown) => void>;
  const acts: (() => unknown)[] = [
    () => host.dial(`+1202555012${roll(10)}`),
    () => host.endCall(),
    () => host.clock.advance(roll(3) * 700),
    () => host.clock.advance(31_000),
    () => untyped()["outgoingCall"]?.({ externalCallId: call(), toNumber: someone(), fromNumber: someone(), createEngagement: roll(2) === 0 }),
    () => untyped()["incomingCall"]?.({ externalCallId: call(), fromNumber: someone(), toNumber: someone(), createEngagement: true }),
    () => untyped()["callAnswered"]?.({ externalCallId: call() }),
    () => untyped()["callEnded"]?.({ externalCallId: call(), callEndStatus: "COMPLETED" }),
    () => untyped()["callCompleted"]?.({ externalCallId: call(), engagementProperties: { hs_call_title: "Call with Ada Lovelace", hs_call_to_number: someone() } }),
    () => untyped()["sendMessage"]?.({ type: `OF_THE_APP_${roll(9)}`, data: { $: "Ada Lovelace", list: ["ada@people.example", { at: new Date(0), fromNumber: someone() }] } }),
    () => untyped()["sendError"]?.({ message: "Ada Lovelace is not there" }),
    () => untyped()["setWidgetUrl"]?.({ iFrameUrl: ["https://phone.example/ada@people.example", "https://other.example/", "javascript:1", "Ada Lovelace"][roll(4)] }),
    () => untyped()["resizeWidget"]?.({ width: ["400px", 400, "100%", "Ada Lovelace", Number.POSITIVE_INFINITY][roll(5)], height: roll(900) }),
    () => untyped()["navigateToRecord"]?.({ objectCoordinates: { portalId: 1, objectTypeId: "0-1", objectId: roll(3) } }),
    () => {
      const receipt = cti.tracked.outgoingCall({ externalCallId: call(), createEngagement: true });
      void receipt.engagement({ timeoutMs: roll(2) === 0 ? 500 : Infinity }).catch(() => undefined);
    },
    () => host.page.sendMessage({ type: "DIAL_NUMBER", messageId: roll(5), data: { phoneNumber: someone(), calleeInfo: { calleeId: roll(4), calleeObjectTypeId: "0-1" } } }),
    () => host.page.sendMessage({ type: `OF_THE_HOST_${roll(9)}`, data: { phoneNumber: someone() } }),
    () => {
      host.faults.double("DIAL_NUMBER");
    },
    () => {
      host.faults.drop("OUTGOING_CALL_STARTED");
    },
    () => {
      host.faults.reorder("CREATE_ENGAGEMENT_SUCCEEDED");
    },
    () => {
      host.faults.refuseEngagement(`no room for ${String(someone())}`);
    },
    () => host.ready({ userId: roll(3) }),
    () => {
      traces.push(cti.exportTrace(), host.page.exportTrace());
      return host.reloadWidget(() => {
        cti = phone(options);
      });
    },
  ];
  for (let left = 6 + roll(14); left > 0; left -= 1) {
    await acts[roll(acts.length)]?.();
    await host.clock.advance(0);
  }
  traces.push(cti.exportTrace(), host.page.exportTrace());
  host.uninstall();
  return traces;
}
