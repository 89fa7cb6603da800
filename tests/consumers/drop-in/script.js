// An app for the script tag of the published SDK, which uses its three globals.
var cti = new window.default({
  debugMode: false,
  eventHandlers: {
    onReady: function () {
      cti.initialized({ isLoggedIn: true, engagementId: 7 });
    },
    onDialNumber: function (data) {
      cti.outgoingCall({ externalCallId: "call-1", toNumber: data.phoneNumber, fromNumber: "+15550199", callStartTime: 1, createEngagement: true });
    },
    onCreateEngagementSucceeded: function (data) {
      cti.callAnswered({ externalCallId: data.externalCallId });
    },
    onVisibilityChanged: function () {
      cti.sendMessage({ type: Constants.messageType.RESIZE_WIDGET, data: { width: 400, height: 500 } });
    },
    onEndCall: function () {
      cti.callEnded({ externalCallId: "call-1", engagementId: 7, callEndStatus: Constants.callEndStatus.INTERNAL_COMPLETED });
      cti.callCompleted({ externalCallId: "call-1", engagementId: 7, hideWidget: false, engagementProperties: { hs_timestamp: 1, hs_call_title: "Title" } });
    },
  },
});
