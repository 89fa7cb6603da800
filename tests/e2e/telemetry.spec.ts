// The example for fleets: the data that a collector gets from widgets over OTLP/HTTP, and the data it must never get.
import { createServer } from "node:http";

import type { bindPhone, Phone, PhoneEvent } from "calling-widget-sdk/phone";

import type { watch } from "../../examples/telemetry.ts";
import { CANARIES, personalIn } from "./support/canaries.ts";
import { embed } from "./support/phone-call.ts";
import { BY_CLOCK, expect, test } from "./support/test.ts";

type Fleet = { bindPhone: typeof bindPhone; watchFleet: typeof watch; report: (event: PhoneEvent) => void; flush: () => Promise<unknown> };

/** An attribute in OTLP's JSON. */
type Attribute = { key: string; value: { stringValue?: string } };

/** A collector's endpoint that stores its requests. */
async function collector(): Promise<{ url: string; bodies: Map<string, string[]>; close: () => void }> {
  const bodies = new Map<string, string[]>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const cors = { "access-control-allow-origin": request.headers.origin ?? "*", "access-control-allow-headers": "content-type", "access-control-allow-credentials": "true" };
      if (request.method === "POST") bodies.set(request.url ?? "", [...(bodies.get(request.url ?? "") ?? []), Buffer.concat(chunks).toString()]);
      response.writeHead(200, { "content-type": "application/json", ...cors }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://localhost:${String(typeof address === "object" ? address?.port : 0)}`,
    bodies,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The attributes of each record of an event. */
function events(bodies: readonly string[], eventName: string): Record<string, string | undefined>[] {
  type Logs = { resourceLogs: { scopeLogs: { logRecords: { eventName: string; attributes: Attribute[] }[] }[] }[] };
  const records = bodies.flatMap((body) => (JSON.parse(body) as Logs).resourceLogs.flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords)));
  return records.filter((record) => record.eventName === eventName).map(({ attributes }) => Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue])));
}

test("a collector gets codes and outcomes, no personal data", async ({ page, site }) => {
  const { url, bodies, close } = await collector();
  const widget = site.page(
    "phone.test",
    {
      libraries: ["telemetry"],
      main: ({ url, own }: { url: string; own: string }) => {
        const fleet = window as unknown as Fleet;
        const telemetry = fleet.watchFleet(url, "1.2.3");
        window.cti = new window.sdk.CallingExtensions({ logger: null, allowedHostOrigins: ["http://crm.test:*"], onDiagnostic: telemetry.onDiagnostic, eventHandlers: {} });
        const phone: Phone = {
          listen: (listener) => {
            fleet.report = listener;
            listener({ type: "registered" });
            return () => undefined;
          },
          dial: (callId) => {
            fleet.report({ type: "ringing", callId });
            fleet.report({ type: "answered", callId });
          },
          hangUp: (callId) => {
            fleet.report({ type: "ended", callId });
          },
          answer: () => undefined,
          reject: () => undefined,
          mute: () => undefined,
          hold: () => undefined,
          sendDigits: () => undefined,
          transfer: () => undefined,
        };
        telemetry.follow(fleet.bindPhone(window.cti, phone, { fromNumber: own, onDiagnostic: telemetry.onPhoneDiagnostic }));
        fleet.flush = telemetry.flush;
      },
    },
    { url, own: CANARIES.phoneNumber },
  );
  const frame = await embed(page, site, widget);
  await page.waitForFunction(() => window.host.widget.isAvailable, undefined, BY_CLOCK);

  await page.evaluate((number) => window.host.dialNumber({ phoneNumber: number }), CANARIES.phoneNumber);
  await page.waitForFunction(() => window.host.calls.some(({ state }) => state === "connected"), undefined, BY_CLOCK);
  await page.evaluate(() => window.host.endCall());
  await frame.evaluate((name) => {
    const { report } = window as unknown as Fleet;
    report({ type: "answered", callId: name });
    report({ type: "incoming", callId: "theirs", from: name });
    report({ type: "ended", callId: "theirs" });
  }, CANARIES.name);
  await page.waitForFunction(() => window.host.calls.length === 0 || window.host.calls.every(({ state }) => state === "completed"), undefined, BY_CLOCK);

  const logs = (): readonly string[] => bodies.get("/v1/logs") ?? [];
  // The second call may not have reached the host yet.
  await expect
    .poll(async () => {
      await frame.evaluate(() => (window as unknown as Fleet).flush());
      return events(logs(), "calling.call.ended");
    })
    .toEqual([
      { "calling.direction": "outbound", "calling.status": "COMPLETED" },
      { "calling.direction": "inbound", "calling.status": "MISSED" },
    ]);
  expect(events(logs(), "calling.diagnostic")).toContainEqual({ "calling.code": "PHONE_UNKNOWN_CALL", "calling.level": "warn" });
  const metrics = (bodies.get("/v1/metrics") ?? []).join();
  for (const name of ["calling.diagnostics", "calling.calls", "calling.call.ring_time", "calling.call.talk_time"]) expect(metrics).toContain(`"${name}"`);
  const all = [...bodies.values()].flat().join();
  expect(personalIn(all)).toBeUndefined();
  const ids = await frame.evaluate(() => window.cti.calls.flatMap(({ externalCallId, engagementId }) => [externalCallId, engagementId].filter((id) => id !== undefined).map(String)));
  for (const id of [...ids, "theirs"]) expect(all).not.toContain(`"${id}"`);
  close();
});
