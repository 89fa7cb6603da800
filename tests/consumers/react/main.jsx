// The instance is made in each of the places apps make it, under StrictMode; the
// address chooses one.
import CallingExtensions from "calling-widget-sdk";
import { useCallingExtensions } from "calling-widget-sdk/react";
import { StrictMode, useEffect, useMemo, useRef, useState } from "react";
import { createRoot } from "react-dom/client";

function construct() {
  const cti = new CallingExtensions(options(() => cti));
  return cti;
}

function options(instance) {
  return {
    eventHandlers: {
      onReady: () => {
        instance().initialized({ isLoggedIn: true });
      },
      onDialNumber: ({ phoneNumber }) => {
        instance().outgoingCall({ externalCallId: "call-1", toNumber: phoneNumber, createEngagement: true });
      },
      defaultEventHandler: () => undefined,
    },
  };
}

const PLACES = {
  memo: () => useMemo(construct, []),
  state: () => useState(construct)[0],
  ref: () => {
    const instance = useRef(null);
    instance.current ??= construct();
    return instance.current;
  },
  effect: () => {
    const [cti, keep] = useState();
    useEffect(() => {
      const made = construct();
      keep(made);
      return () => made.destroy();
    }, []);
    return cti;
  },
  hook: () => {
    const view = useCallingExtensions(options(() => view.cti));
    return view.cti;
  },
};

function Phone({ place }) {
  const cti = PLACES[place]();
  window.instance = cti;
  return <p>{cti?.state}</p>;
}

createRoot(document.getElementById("root")).render(
  <StrictMode>
    <Phone place={location.search.slice(1)} />
  </StrictMode>,
);
