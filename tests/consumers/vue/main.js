import CallingExtensions from "calling-widget-sdk";
import { createApp, h, reactive } from "vue";

/** The instance and the call are Vue's proxies from here on. */
const phone = reactive({ cti: undefined, call: undefined });

phone.cti = new CallingExtensions({
  eventHandlers: {
    onReady: () => {
      phone.cti.initialized(reactive({ isLoggedIn: true }));
    },
    onDialNumber: ({ phoneNumber }) => {
      phone.call = { externalCallId: "call-1", toNumber: phoneNumber, createEngagement: true };
      phone.cti.outgoingCall(phone.call);
    },
    defaultEventHandler: () => undefined,
  },
});

createApp({ render: () => h("p", phone.call === undefined ? "waiting" : "calling") }).mount("#app");
