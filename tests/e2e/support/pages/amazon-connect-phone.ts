// A widget with the real Amazon Connect Streams, and the panel that it loads in a frame.
import "amazon-connect-streams";

import * as sdk from "calling-widget-sdk";
import { bindPhone, type PhoneBinding } from "calling-widget-sdk/phone";
import { amazonConnectPhone } from "calling-widget-sdk/phone/amazon-connect";

window.openConnectWidget = (ccpUrl) => {
  window.sdk = sdk;
  window.phoneCodes = [];
  window.cti = new sdk.CallingExtensions({ logger: null, resume: true, lifecycle: "strict", eventHandlers: {} });
  connect.core.initCCP(document.body, { ccpUrl, loginPopup: false, softphone: { allowFramedSoftphone: false } });
  window.binding = bindPhone(window.cti, amazonConnectPhone(connect), {
    onDiagnostic: ({ code }) => {
      // A test's agent comes and goes several times a second.
      if (code !== "PHONE_REGISTRATION_LOOP") {
        window.phoneCodes.push(code);
      }
    },
  });
};

declare global {
  interface Window {
    binding: PhoneBinding;
    openConnectWidget(ccpUrl: string): void;
  }
}
