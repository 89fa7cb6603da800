// Both SIP libraries with their adapters, and a far end with the behaviour of rare servers.
import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { bench, dialled, LIBRARIES, type Message, rings, sdp, settle, softphone, type Softphone, talking } from "./sip-bench.ts";

/** Follows an order, so that its rejection is handled. */
function outcomeOf(order: unknown): { isRefused?: boolean } {
  const outcome: { isRefused?: boolean } = {};
  const settled = (isRefused: boolean) => () => {
    outcome.isRefused = isRefused;
  };
  Promise.resolve(order).then(settled(false), settled(true));
  return outcome;
}

for (const library of LIBRARIES) {
  for (const start of ["placed", "taken"] as const) {
    for (const status of [488, 491]) {
      test(`${library}: a hold refused with ${String(status)} changes no call ${start}`, async () => {
        const one = await softphone(library);
        const id = await talking(one, start);
        const order = outcomeOf(one.phone.hold(id, true));
        await settle();
        const hold = bench.last("INVITE");
        assert.match(hold.body, /a=sendonly/);

        bench.reply(hold, status);
        await settle();
        mock.timers.tick(1_000);
        await settle();
        if (bench.last("INVITE") !== hold) {
          bench.reply(bench.last("INVITE"), status);
        }
        await settle();

        assert.equal(order.isRefused, true);
        assert.deepEqual(one.events.slice(2), ["unheld"]);
        assert.ok(!bench.kinds().includes("BYE"));
        assert.ok(bench.connection.transceiver.sender.track?.enabled);
        // A rollback removes the transport, and setting an offer removes the arriving sound.
        assert.doesNotMatch(bench.connection.set.join(), /rollback|local offer sendonly/);
        // The other end may change the call, and so may the user.
        bench.request("INVITE", { of: bench.dialog, body: sdp() });
        await settle();
        assert.match(bench.last("200").body, /a=sendrecv/);
        bench.request("ACK", { of: bench.dialog });
        await settle();
        const again = outcomeOf(one.phone.hold(id, true));
        await settle();
        bench.reply(bench.last("INVITE"), 200, { body: sdp("recvonly") });
        await settle();
        assert.equal(again.isRefused, false);
        assert.deepEqual(one.events.slice(3), ["held"]);
      });
    }

    test(`${library}: crossing holds leave a call ${start} as it was`, async () => {
      const one = await softphone(library);
      const id = await talking(one, start);
      const order = outcomeOf(one.phone.hold(id, true));
      await settle();
      const hold = bench.last("INVITE");

      bench.request("INVITE", { of: bench.dialog, body: sdp("sendonly") });
      await settle();
      bench.reply(hold, 491);
      await settle();
      bench.request("INVITE", { of: bench.dialog, body: sdp("sendonly") });
      await settle();
      mock.timers.tick(1_000);
      await settle();
      if (bench.last("INVITE") !== hold) {
        bench.reply(bench.last("INVITE"), 491);
      }
      await settle();

      assert.equal(order.isRefused, true);
      assert.ok(bench.kinds().includes("491"));
      assert.ok(!bench.kinds().includes("BYE"));
      assert.deepEqual(one.events.slice(2), ["unheld"]);
    });

    test(`${library}: their offer is taken after a refused one (${start})`, async () => {
      const one = await softphone(library);
      await talking(one, start);
      bench.connection.ice("disconnected");
      mock.timers.tick(3_000);
      await settle();
      bench.reply(bench.last("INVITE"), 488);
      await settle();

      bench.request("INVITE", { of: bench.dialog, body: sdp() });
      await settle();

      assert.match(bench.last("200").body, /a=sendrecv/);
      assert.deepEqual(bench.connection.set.slice(-4), ["local offer", "remote answer", "remote offer", "local answer"]);
    });

    test(`${library}: each refused restart has another follow (${start})`, async () => {
      const one = await softphone(library);
      await talking(one, start);
      bench.connection.ice("disconnected");
      mock.timers.tick(3_000);
      await settle();

      for (const status of [488, 408, 487, 500, 503]) {
        const refused = bench.last("INVITE");
        bench.reply(refused, status);
        await settle();
        bench.connection.ice("failed");
        mock.timers.tick(4_000);
        await settle();
        assert.notEqual(bench.last("INVITE"), refused);
      }

      bench.reply(bench.last("INVITE"), 200, { body: sdp() });
      await settle();
      bench.connection.ice("connected");
      assert.deepEqual(new Set(one.events.slice(2, -1)), new Set(["reconnecting"]));
      assert.equal(one.events.at(-1), "reconnected");
      assert.ok(!bench.kinds().includes("BYE"));
    });

    for (const request of ["restart", "hold", "digits", "transfer"] as const) {
      test(`${library}: 481 to the ${request} ends a call ${start}`, async () => {
        const one = await softphone(library, {}, { digits: "info" });
        const id = await talking(one, start);
        mock.timers.tick(20_000);
        bench.connection.silentMs = 5;
        bench.infos = [481];
        const orders = {
          restart: () => { bench.connection.ice("disconnected"); mock.timers.tick(3_000); },
          hold: () => one.phone.hold(id, true),
          digits: () => one.phone.sendDigits(id, "1"),
          transfer: () => one.phone.transfer(id, "+12025550177"),
        };
        const order = outcomeOf(orders[request]());
        await settle();
        if (request !== "digits") {
          bench.reply(bench.last(request === "transfer" ? "REFER" : "INVITE"), 481);
        }
        await settle();

        assert.match(one.events.at(-1) ?? "", /^ended \d+(?:\.\d+)? ms ago$/);
        assert.equal(one.phone.has?.(id), false);
        assert.equal(bench.kinds().at(-1), "BYE");
        assert.equal(order.isRefused, false);
      });
    }
  }

  test(`${library}: a call placed beside the binding is reported`, async () => {
    const one = await softphone(library);

    void one.app.call();
    await settle();
    const invite = bench.last("INVITE");
    bench.reply(invite, 180);
    await settle();
    bench.reply(invite, 486);
    await settle();

    assert.deepEqual(one.events, ["outgoing", "ringing", "ended 486"]);
  });

  test(`${library}: a server lost in a hold changes no call`, async () => {
    const one = await softphone(library);
    const order = outcomeOf(one.phone.hold(await talking(one, "placed"), true));
    await settle();

    bench.socket?.close(1006);
    await settle();
    mock.timers.tick(32_000);
    await settle();

    assert.equal(order.isRefused, true);
    assert.deepEqual(one.events.filter((event) => !event.includes("registered")).slice(2), ["unheld"]);
  });

  /** Orders of digits without RTP events, the answers, the digits that are sent, and the end of the last order. */
  const INFOS: readonly [string[], number[], string, boolean][] = [
    [["12", "34#"], [200, 200, 200, 200, 200], "1234#", false],
    [["1,d"], [], "1D", false],
    [["1234#"], [415], "1", true],
    [["1234#"], [200, 405], "12", true],
    [["1234#"], [408], "1", true],
    [["12 34"], [], "", true],
    [[""], [], "", true],
  ];
  for (const [digits, answers, sent, isRefused] of INFOS) {
    test(`${library}: INFO "${digits.join()}" answered ${answers.join()}`, async () => {
      const one = await softphone(library);
      const id = await talking(one, "placed");
      bench.connection.transceiver.sender.dtmf.canInsertDTMF = false;
      bench.infos = [...answers];

      const orders = digits.map((each) => outcomeOf(one.phone.sendDigits(id, each)));
      await settle();
      mock.timers.tick(2_000);
      await settle();

      assert.equal(bench.sent.filter(({ kind }) => kind === "INFO").map(({ body }) => /Signal=(.)/.exec(body)?.[1]).join(""), sent);
      assert.equal(orders.at(-1)?.isRefused, isRefused);
      assert.ok(one.phone.has?.(id));
    });
  }

  test(`${library}: digits in INFO go beside the app's own`, async () => {
    const one = await softphone(library, {}, { digits: "rtp" });
    const id = await talking(one, "placed");
    one.adapt({ digits: "info" });

    void one.app.digits("5");
    const order = outcomeOf(one.phone.sendDigits(id, "12"));
    await settle();

    assert.equal(order.isRefused, false);
    assert.equal(bench.kinds().filter((kind) => kind === "INFO").length, 3);
  });

  test(`${library}: a hold within another is refused`, async () => {
    const one = await softphone(library);
    const id = await talking(one, "placed");
    const orders = [outcomeOf(one.phone.hold(id, true))];
    await settle();
    orders.push(outcomeOf(one.phone.hold(id, false)));
    await settle();
    bench.reply(bench.last("INVITE"), 200, { body: sdp("recvonly") });
    await settle();

    assert.deepEqual(orders, [{ isRefused: false }, { isRefused: true }]);
    assert.deepEqual(one.events.slice(2), ["held"]);
  });

  test(`${library}: a dial that the library refuses is refused`, async () => {
    const one = await softphone(library);
    const order = outcomeOf(one.phone.dial("call", "sip:"));
    await settle();

    assert.equal(order.isRefused, true);
  });

  test(`${library}: digits for RTP alone need its events`, async () => {
    const one = await softphone(library, {}, { digits: "rtp" });
    const id = await talking(one, "placed");
    bench.connection.transceiver.sender.dtmf.canInsertDTMF = false;

    await assert.rejects(Promise.resolve(one.phone.sendDigits(id, "1")), /takes no digits in RTP/);
    assert.ok(!bench.kinds().includes("INFO"));
  });

  // The app's own hold, the other end's later offer, and the answer (versatica/JsSIP#977).
  for (const [offered, answered] of [["sendrecv", "sendonly"], ["recvonly", "sendonly"], ["sendonly", "inactive"], ["inactive", "inactive"]] as const) {
    test(`${library}: a hold is reported once accepted, and stays over ${offered}`, async () => {
      const one = await softphone(library);
      await talking(one, "placed");
      void one.app.hold();
      await settle();
      assert.deepEqual(one.events.slice(2), []);
      bench.reply(bench.last("INVITE"), 200, { body: sdp("recvonly") });
      await settle();

      bench.request("INVITE", { of: bench.dialog, body: sdp(offered) });
      await settle();

      assert.match(bench.last("200").body, new RegExp(`a=${answered}`));
      assert.deepEqual(one.events.slice(2), ["held"]);
    });
  }

  test(`${library}: a transfer by the other end is refused, once`, async () => {
    const one = await softphone(library);
    assert.equal(one.adapt({}), one.phone);
    await talking(one, "placed");
    bench.sent = [];

    bench.request("REFER", { of: bench.dialog, headers: ["Refer-To: <sip:third@far.invalid>"] });
    await settle();

    assert.deepEqual(bench.kinds(), library === "sipjs" ? ["603"] : ["202", "NOTIFY", "NOTIFY"]);
    assert.match(library === "sipjs" ? "603" : bench.last("NOTIFY").body, /603/);
  });

  test(`${library}: an answer that crosses CANCEL is hung up`, async () => {
    const one = await softphone(library);
    await dialled(one);
    void one.phone.hangUp("call");
    await settle();

    bench.reply(bench.last("INVITE"), 200, { body: sdp() });
    await settle();

    assert.deepEqual(bench.kinds(), ["INVITE", "CANCEL", "ACK", "BYE"]);
  });

  test(`${library}: mute holds over a restart and a hold`, async () => {
    const one = await softphone(library);
    const id = await talking(one, "placed");
    const isHeard = (): boolean | undefined => bench.connection.transceiver.sender.track?.enabled;
    await one.phone.mute(id, true);

    bench.connection.ice("disconnected");
    mock.timers.tick(500);
    await settle();
    bench.reply(bench.last("INVITE"), 200, { body: sdp() });
    await settle();
    bench.connection.ice("connected");
    for (const isOn of [true, false]) {
      void one.phone.hold(id, isOn);
      await settle();
      bench.reply(bench.last("INVITE"), 200, { body: sdp(isOn ? "recvonly" : "sendrecv") });
      await settle();
    }
    assert.equal(isHeard(), false);

    await one.phone.mute(id, false);
    assert.equal(isHeard(), true);
  });

  test(`${library}: an answer right behind early media is taken`, async () => {
    const one = await softphone(library);
    await dialled(one);

    bench.reply(bench.last("INVITE"), 183, { body: sdp() });
    bench.reply(bench.last("INVITE"), 200, { body: sdp() });
    await settle();

    assert.equal(one.events.at(-1), "answered");
    assert.equal(bench.connection.signalingState, "stable");
    assert.ok(!bench.kinds().includes("BYE"));
  });

  test(`${library}: an INVITE without an offer is answered with one`, async () => {
    const one = await softphone(library);
    bench.request("INVITE");
    await settle();

    void one.phone.answer("in-1");
    await settle();
    assert.match(bench.last("200").body, /m=audio.*\r\na=sendrecv/);
    bench.request("ACK", { of: bench.last("200"), body: sdp() });
    await settle();

    assert.deepEqual(one.events, ["incoming", "answered"]);
    assert.deepEqual(bench.connection.set, ["local offer", "remote answer"]);
    assert.ok(!bench.kinds().includes("BYE"));
  });

  test(`${library}: early media is played with digits and mute, and a fork may answer`, async () => {
    const one = await softphone(library);
    await dialled(one);

    bench.reply(bench.last("INVITE"), 183, { body: sdp() });
    await settle();
    const { sender } = bench.connection.transceiver;
    assert.ok(bench.connection.remoteDescription);
    assert.ok(library === "jssip" || one.played.srcObject);
    await one.phone.sendDigits("call", "1");
    assert.equal(sender.dtmf.toneBuffer, "1");
    for (const isOn of [true, false]) {
      await one.phone.mute("call", isOn);
      assert.equal(sender.track?.enabled, !isOn);
    }
    bench.reply(bench.last("INVITE"), 200, { body: sdp(), fork: "other" });
    await settle();

    assert.deepEqual(one.events, ["ringing", "ringing", "answered"]);
    assert.deepEqual(bench.kinds(), ["INVITE", "ACK"]);
  });

  /** Ends of a call while the browser asks for the microphone. */
  const early: readonly [string, (one: Softphone) => Promise<unknown>, (one: Softphone) => unknown][] = [
    ["a canceled dial", ({ phone }) => Promise.resolve(phone.dial("call", "+12025550123")), ({ phone }) => phone.hangUp("call")],
    ["a declined call", answering, ({ phone }) => phone.reject("in-1", "declined")],
    ["a call given up", answering, () => { bench.request("CANCEL"); }],
  ];
  for (const [name, begin, end] of early) {
    for (const answer of ["give", "deny"] as const) {
      test(`${library}: the microphone is off after ${name} (${answer})`, async () => {
        const one = await softphone(library);
        bench.asks = true;
        const order = outcomeOf(begin(one));
        await settle();
        const [microphone] = bench.microphones;

        void end(one);
        await settle();
        const track = microphone?.[answer]();
        await settle();

        assert.equal(order.isRefused, false);
        assert.equal(track?.readyState ?? "ended", "ended");
        assert.match(one.events.join(), /^(?:incoming,)?(?:ended|failed)[^,]*$/);
        assert.ok(!bench.kinds().includes("INVITE"));
      });
    }
  }
}

for (const status of [481, 408]) {
  test(`jssip: the session timer's UPDATE is answered ${String(status)}`, async () => {
    const one = await softphone("jssip", { session_timers: true });
    await dialled(one);
    bench.reply(bench.last("INVITE"), 200, { body: sdp(), headers: ["Session-Expires: 90;refresher=uac"] });
    await settle();

    mock.timers.tick(45_000);
    await settle();
    bench.reply(bench.last("UPDATE"), status);
    await settle();

    assert.match(one.events.at(-1) ?? "", status === 481 ? /^ended \d/ : /^answered$/);
  });
}

test("sipjs: the app may set its delegate later, and add to it", async () => {
  const one = await softphone("sipjs");
  const heard: string[] = [];
  one.app.delegate?.(() => ({ onCallReceived: () => heard.push("received"), onServerDisconnect: () => heard.push("disconnect") }));
  one.app.delegate?.((before) => ({ ...before, onServerConnect: () => heard.push("connect") }));

  await rings(one);
  bench.socket?.close(1006);
  mock.timers.tick(1_000);
  await settle();

  assert.deepEqual(one.events.slice(0, 3), ["incoming", "unregistered", "failed offline"]);
  assert.deepEqual(heard, ["received", "disconnect", "connect"]);
});

test("jssip: a call that replaces another is refused", async () => {
  const one = await softphone("jssip");
  await talking(one, "placed");
  const { dialog } = bench;

  bench.request("INVITE", { body: sdp(), headers: [`Replaces: ${dialog.get("Call-ID")};to-tag=${/tag=(.*)/.exec(dialog.get("From"))?.[1] ?? ""};from-tag=far`] });
  await settle();

  assert.equal(bench.kinds().at(-1), "486");
});

/** The end of a call that is answered as the caller gives it up. */
async function crossed(): Promise<void> {
  bench.request("CANCEL");
  await settle();
  bench.request("BYE", { of: bench.dialog });
}

/** Loses the server, which does not come back. */
async function offline(): Promise<void> {
  bench.isDown = true;
  bench.socket?.close(1006);
  await settle();
}

/** Ends of calls, and the last report of each. */
const ENDS: readonly [string, readonly (typeof LIBRARIES)[number][], (one: Softphone) => Promise<unknown>, (one: Softphone) => unknown, string][] = [
  ["is redirected", LIBRARIES, dialled, () => { bench.reply(bench.last("INVITE"), 302); }, "ended 302"],
  ["loses its server", LIBRARIES, dialled, () => { bench.socket?.close(1006); }, "failed offline"],
  ["comes in and loses its server", ["sipjs"], rings, () => { bench.socket?.close(1006); }, "failed offline"],
  ["is placed without its server", LIBRARIES, offline, ({ phone }) => phone.dial("call", "+12025550123"), "failed offline"],
  ["is answered with nonsense", ["sipjs"], dialled, () => { bench.reply(bench.last("INVITE"), 200, { body: "nonsense" }); }, "ended failed"],
  ["is answered with nonsense", ["jssip"], dialled, () => { bench.reply(bench.last("INVITE"), 200, { body: "nonsense" }); }, "failed failed"],
  ["rings there as the phone stops", LIBRARIES, dialled, ({ app }) => app.stop(), "ended canceled"],
  ["is canceled by the app", LIBRARIES, dialled, ({ app }) => app.cancel(), "ended canceled"],
  ["comes in and is not taken in time", ["sipjs"], rings, () => { mock.timers.tick(60_000); }, "ended here"],
  ["comes in and is not taken in time", ["jssip"], rings, () => { mock.timers.tick(60_000); }, "ended noAnswer"],
  ["comes in and rings as the phone stops", LIBRARIES, rings, ({ app }) => app.stop(), "ended here"],
  ["comes in and is declined by the app", ["jssip"], rings, ({ app }) => app.cancel(), "ended here"],
  ["is taken as the caller gives up", LIBRARIES, (one) => talking(one, "taken"), crossed, "ended"],
  ["comes in and is given up", LIBRARIES, rings, () => { bench.request("CANCEL"); }, "ended canceled"],
  ["comes in and another device takes", LIBRARIES, rings, () => { bench.request("CANCEL", { headers: ["Reason: Q.850;cause=16", "Reason: SIP ;cause=200"] }); }, "ended elsewhere"],
  ["comes in and expires", ["jssip"], (one) => rings(one, ["Expires: 20"]), () => { mock.timers.tick(20_000); }, "ended noAnswer"],
];

for (const [name, libraries, begin, end, event] of ENDS) {
  for (const library of libraries) {
    test(`${library}: a call that ${name}: ${event}`, async () => {
      const one = await softphone(library);
      await begin(one);

      await end(one);
      await settle();

      assert.equal(one.events.filter((each) => each !== "unregistered").at(-1), event);
    });
  }
}

/** Takes a REGISTER for a minute. */
function minute(register: Message): void {
  bench.reply(register, 200, { headers: [`Contact: ${register.get("Contact").replace(/;expires=\d+/, "")};expires=60`] });
}

for (const library of LIBRARIES) {
  test(`${library}: an adapter made after the registration reports it`, async () => {
    const { events } = await softphone(library, {}, { isLate: true });

    assert.deepEqual(events, ["registered"]);
  });

  test(`${library}: a REGISTER lost with its server changes nothing`, async () => {
    const { events } = await softphone(library, {}, {}, minute);
    bench.registrar = () => undefined;
    mock.timers.tick(59_500);
    await settle();
    bench.registrar = minute;
    bench.socket?.close(1006);
    await settle();
    for (let second = 0; second < 50; second++) {
      mock.timers.tick(1_000);
      await settle();
    }

    assert.deepEqual(events, ["unregistered", "registered"]);
  });

  /** A registrar's answers to the renewals of a registration for a minute, and the reports. */
  const RENEWALS: readonly [string, (register: Message) => void, RegExp][] = [
    ["is dropped", () => undefined, /^unregistered[^,]*$/],
    ...[403, 404, 500].map((status): (typeof RENEWALS)[number] => [`is refused with ${String(status)}`, (register) => { bench.reply(register, status); }, new RegExp(`^unregistered ${String(status)}$`)]),
    ["is accepted", minute, /^$/],
  ];
  for (const [name, registrar, reports] of RENEWALS) {
    test(`${library}: a registration whose renewal ${name}`, async () => {
      const { events } = await softphone(library, {}, {}, minute);
      bench.registrar = registrar;

      let second = 0;
      for (; second < 300 && events.length === 0; second++) {
        mock.timers.tick(1_000);
        await settle();
      }

      assert.match(events.join(), reports);
      // A lost one is reported at its expiry; no other renews too often.
      assert.ok(second === 300 || (second > 50 && second <= 61), String(second));
      assert.ok(bench.registers <= 8, String(bench.registers));
    });
  }

  test(`${library}: a REGISTER without its contact is refused`, async () => {
    const { events } = await softphone(library, {}, {}, minute);
    bench.socket?.close(1006);
    await settle();
    events.length = 0;
    bench.registrar = (register) => {
      bench.reply(register, 200, { headers: ["Contact: <sip:other@other.invalid;transport=ws>;expires=60"] });
    };

    mock.timers.tick(10_000);
    await settle();
    mock.timers.tick(10_000);
    await settle();

    assert.deepEqual(events, ["unregistered failed"]);
  });

  for (const [name, parameter, headers] of [["no expires", "", []], ["an empty one", ";expires=", []], ["a header alone", "", ["Expires: 60"]]] as const) {
    test(`${library}: a contact with ${name} is registered once`, async () => {
      const { events } = await softphone(library, {}, {}, (register) => {
        bench.reply(register, 200, { headers: [`Contact: ${register.get("Contact").replace(/;expires=\d+/, parameter)}`, ...headers] });
      });

      mock.timers.tick(20_000);
      await settle();

      assert.deepEqual(events, []);
      assert.equal(bench.registers, 1);
    });
  }
}

test("sipjs: a late answer to a REGISTER refuses no other", async () => {
  const { events } = await softphone("sipjs", {}, {}, minute);
  const asked: Message[] = [];
  bench.registrar = (register) => void asked.push(register);
  mock.timers.tick(59_500);
  await settle();
  bench.socket?.close(1006);
  await settle();
  mock.timers.tick(10_000);
  await settle();
  assert.equal(asked.length, 2);

  for (const register of asked) {
    minute(register);
    await settle();
  }

  assert.deepEqual(events, ["unregistered", "registered"]);
});

test("sipjs: a ping that is not answered leaves the call alone", async () => {
  const one = await softphone("sipjs", { optionsPingInterval: 10 });
  await talking(one, "placed");
  bench.pings = 503;

  mock.timers.tick(10_000);
  await settle();

  assert.deepEqual(one.events.slice(2), ["unregistered"]);
  assert.ok(one.phone.has?.("call"));
  assert.ok(!bench.kinds().includes("BYE"));
  assert.notEqual(bench.connection.signalingState, "closed");
});

async function answering(one: Softphone): Promise<unknown> {
  await rings(one);
  return one.phone.answer("in-1");
}
