// The instance is made in each of the places apps make it, under StrictMode; the
// address chooses one.
import CallingExtensions from "calling-widget-sdk";
import { useCallingExtensions } from "calling-widget-sdk/react";
import { StrictMode, useCallback, useEffect, useMemo, useState } from "react";
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

/** Constructs at each render of its parent, which it causes by calling in `onReady`. */
const LOOPS = {
  effect: (made, onCalled) => {
    useEffect(() => {
      made(onCalled);
    }, [made, onCalled]);
  },
  memo: (made, onCalled) => {
    useMemo(() => made(onCalled), [made, onCalled]);
  },
  render: (made, onCalled) => {
    made(onCalled);
  },
  key: (made, onCalled) => {
    useState(() => made(onCalled));
  },
};

function Caller({ loop, made, onCalled }) {
  LOOPS[loop](made, onCalled);
  return null;
}

function Parent({ loop, mode }) {
  const [calls, setCalls] = useState(0);
  const made = useCallback(
    (onCalled) => {
      window.made.push(dialling(mode, onCalled));
    },
    [mode],
  );
  return <Caller key={loop === "key" ? calls : ""} loop={loop} made={made} onCalled={() => setCalls((count) => count + 1)} />;
}

function dialling(mode, onCalled) {
  const cti = new CallingExtensions({
    mode,
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
const query = new URLSearchParams(location.search);
const loop = query.get("loop");
const mode = query.get("mode") ?? undefined;
const app = loop === null ? <Phone place={location.search.slice(1)} /> : <Parent loop={loop} mode={mode} />;

createRoot(document.getElementById("root")).render(query.has("loose") ? app : <StrictMode>{app}</StrictMode>);
