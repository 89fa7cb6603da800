"use client";

import { useCallingExtensions } from "calling-widget-sdk/react";

export default function Phone() {
  const phone = useCallingExtensions({
    eventHandlers: {
      onReady: () => {
        phone.cti.initialized({ isLoggedIn: true });
      },
      onDialNumber: ({ phoneNumber }) => {
        phone.cti.outgoingCall({ externalCallId: "call-1", toNumber: phoneNumber, createEngagement: true });
      },
      defaultEventHandler: () => undefined,
    },
  });
  return <p>{phone.state}</p>;
}
