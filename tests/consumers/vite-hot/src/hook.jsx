import { useCallingExtensions } from "calling-widget-sdk/react";

import { handlers } from "./handlers.js";

const EDITION = 1;

export function Phone() {
  const { cti, state } = useCallingExtensions({ eventHandlers: handlers(EDITION, () => cti) });
  window.hot = { cti, edition: EDITION };
  return <p>{state}</p>;
}
