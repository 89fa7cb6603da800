// A CRM's page with a widget, for every page that has the host's half.
window.startHost = (options) => {
  window.store = options.store ?? new window.hostSdk.InMemoryRecordStore();
  window.host = new window.hostSdk.CallingHost({
    container: "#phone",
    context: { portalId: 1, userId: 2, iframeLocation: "remote" },
    ...options,
    store: window.store,
  });
};
