// The instance is made in each of the places apps make it, under StrictMode; the
// address chooses one.
import CallingExtensions from "calling-widget-sdk";
import { useCallingExtensions } from "calling-widget-sdk/react";
import { StrictMode, useEffect, useMemo, useState } from "react";
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

/** Constructs whenever its parent renders, which it causes by calling in `onReady`. */
function Caller({ onCalled }) {
  useEffect(() => {
    window.made.push(dialling(onCalled));
  }, [onCalled]);
  return null;
}

function Parent() {
  const [, setCalls] = useState(0);
  return <Caller onCalled={() => setCalls((count) => count + 1)} />;
}

function dialling(onCalled) {
  const cti = new CallingExtensions({
    eventHandlers: {
      onReady: () => {
        cti.initialized({ isLoggedIn: true });
        cti.outgoingCall({ externalCallId: crypto.randomUUID(), toNumber: "+12025550143", createEngagement: true });
      },
      onCreateEngagementSucceeded: () => onCalled(),
      defaultEventHandler: () => undefined,
    },
  });
  return cti;
}

window.made = [];
const place = location.search.slice(1);

createRoot(document.getElementById("root")).render(place === "loop" ? <Parent /> : <StrictMode><Phone place={place} /></StrictMode>);
