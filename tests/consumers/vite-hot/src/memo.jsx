import CallingExtensions from "calling-widget-sdk";
import { useMemo } from "react";

import { handlers } from "./handlers.js";

const EDITION = 1;

export function Phone() {
  const cti = useMemo(() => {
    const made = new CallingExtensions({ eventHandlers: handlers(EDITION, () => made) });
    return made;
  }, []);
  window.hot = { cti, edition: EDITION };
  return <p>{cti.state}</p>;
}
