// An app in React and TypeScript for the published SDK, by its types.
import CallingExtensions from "@hubspot/calling-extensions-sdk";
import { useEffect, useMemo, useState } from "react";
import { createRoot } from "react-dom/client";

function usePhone() {
  const [log, setLog] = useState<string[]>([]);
  const cti = useMemo(() => {
    const note = (name: string) => () => {
      setLog((entries) => [...entries, name]);
    };
    const phone = new CallingExtensions({
      debugMode: false,
      eventHandlers: {
        onReady: () => {
          phone.initialized({ isLoggedIn: true, engagementId: 7 });
          phone.userAvailable();
        },
        onDialNumber: ({ phoneNumber }: { phoneNumber: string }) => {
          phone.outgoingCall({
            externalCallId: "call-1",
            toNumber: phoneNumber,
            fromNumber: "+15550199",
            callStartTime: 1,
            createEngagement: true,
          });
        },
        onCreateEngagementSucceeded: ({ engagementId }: { engagementId: number }) => {
          setLog((entries) => [...entries, `engagement ${engagementId}`]);
          phone.callAnswered({ externalCallId: "call-1" });
        },
        onEndCall: () => {
          phone.callEnded({ externalCallId: "call-1", engagementId: 7, callEndStatus: "COMPLETED" });
          phone.callCompleted({
            externalCallId: "call-1",
            engagementId: 7,
            hideWidget: false,
            engagementProperties: { hs_timestamp: 1, hs_call_title: "Title" },
          });
        },
        onVisibilityChanged: () => {
          phone.resizeWidget({ width: 400, height: 500 });
        },
        onCallerIdMatchFailed: note("onCallerIdMatchFailed"),
        onCallerIdMatchSucceeded: note("onCallerIdMatchSucceeded"),
        onCreateEngagementFailed: note("onCreateEngagementFailed"),
        onEngagementCreated: note("onEngagementCreated"),
        onFailed: note("onFailed"),
        onFinalizeEngagementFailed: note("onFinalizeEngagementFailed"),
        onFinalizeEngagementSucceeded: note("onFinalizeEngagementSucceeded"),
        onInitiateCallIdFailed: note("onInitiateCallIdFailed"),
        onInitiateCallIdSucceeded: note("onInitiateCallIdSucceeded"),
        onNavigateToRecordFailed: note("onNavigateToRecordFailed"),
        onPublishToChannelFailed: note("onPublishToChannelFailed"),
        onPublishToChannelSucceeded: note("onPublishToChannelSucceeded"),
        onSetCallState: note("onSetCallState"),
        onSetWidgetUrlFailed: note("onSetWidgetUrlFailed"),
        onUpdateEngagementFailed: note("onUpdateEngagementFailed"),
        onUpdateEngagementSucceeded: note("onUpdateEngagementSucceeded"),
        defaultEventHandler: note("defaultEventHandler"),
      },
    });
    return phone;
  }, []);
  return { cti, log };
}

function Phone() {
  const { cti, log } = usePhone();
  // A method's return value is a valid result of an effect.
  useEffect(() => cti.logDebugMessage({ message: "shown", type: "Phone" }), [cti]);
  return <p>{log.join(" ")}</p>;
}

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(<Phone />);
}
