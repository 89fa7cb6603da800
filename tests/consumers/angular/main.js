// Two instances, one in Angular's zone and one outside. Each kind of callback writes down whether
// it ran in that zone, and the view follows without further ado.
import "zone.js";
import "@angular/compiler";

import { ChangeDetectionStrategy, Component, ErrorHandler, inject, NgZone, provideZoneChangeDetection } from "@angular/core";
import { bootstrapApplication } from "@angular/platform-browser";
import CallingExtensions from "calling-widget-sdk";

/** A phone whose callbacks write down their zone. */
class Phone {
  seen = {};
  // For the view.
  number = "";
  role = "";
  resumed = 0;

  constructor(name) {
    const note = (kind) => {
      this.seen[kind] = NgZone.isInAngularZone();
    };
    const cti = new CallingExtensions({
      resume: true,
      shareCalls: true,
      afterReceive: () => note("afterReceive"),
      onDiagnostic: () => note("onDiagnostic"),
      logger: { debug: () => note("logger"), log() {}, warn() {}, error() {} },
      eventHandlers: {
        onReady: () => {
          note("onReady");
          cti.initialized({ isLoggedIn: true });
        },
        onVisibilityChanged: () => {
          note("onVisibilityChanged");
          throw new Error(`a handler ${name}`);
        },
        ...(name === "inside" && {
          onDialNumber: (dialingContext) => {
            note("onDialNumber");
            this.number = dialingContext.phoneNumber;
            const receipt = cti.tracked.outgoingCall({ externalCallId: "call-1", toNumber: this.number, createEngagement: true, dialingContext });
            void receipt.engagement().then(() => note("receipt"));
          },
        }),
        defaultEventHandler: () => undefined,
      },
    });
    this.cti = cti;
    cti.subscribe(() => note("subscribe"));
    cti.on("stateChanged", () => note("stateChanged"));
    cti.on("callsChanged", () => note("callsChanged"));
    cti.on("diagnostic", () => note("diagnostic"));
    cti.on("roleChanged", (role) => {
      note("roleChanged");
      this.role = role;
    });
    cti.on("resumed", ({ calls }) => {
      note("resumed");
      this.resumed = calls.length;
    });
  }
}

class App {
  phone = new Phone("inside");

  constructor() {
    const zone = inject(NgZone);
    // No timer of the SDK keeps the app from being stable.
    const { hasPendingMacrotasks } = zone;
    const outside = zone.runOutsideAngular(() => new Phone("outside"));
    // The newest one is gone, and its zone is no other's.
    zone.runOutsideAngular(() => {
      new Phone("gone").cti.destroy();
    });
    Object.assign(window, { inside: this.phone, outside, hasPendingMacrotasks });
  }
}

Component({
  selector: "phone-app",
  changeDetection: ChangeDetectionStrategy.Eager,
  template: `<p id="view">{{ phone.number }} {{ phone.role }} {{ phone.resumed }}</p>`,
})(App);

/** The errors of handlers that reached Angular. */
const errors = [];
window.errors = errors;

void bootstrapApplication(App, {
  providers: [provideZoneChangeDetection(), { provide: ErrorHandler, useValue: { handleError: (error) => errors.push(error.message) } }],
});
