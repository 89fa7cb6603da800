import { CallingError } from "../shared/errors.js";
import { find } from "../wasm/orders.js";
import type { WidgetDriver } from "./delivery.js";
import type { JoinOptions } from "./member.js";

/**
 * Makes an instance known to the engine.
 *
 * @throws CallingError `INVALID_OPTION` for a value that is no origin.
 */
export function attach(driver: WidgetDriver, id: number, options: JoinOptions, isReady: boolean): void {
  const { debugMode, lifecycle, isStrict, isRelay, mode, keepsRepeatedDials, resume, hostWindow } = options;
  const origins = hostWindow === undefined ? options.allowedHostOrigins : undefined;
  const orders = driver.enter(
    "attach",
    id,
    debugMode,
    lifecycle,
    isStrict,
    origins === undefined ? undefined : [...origins],
    isRelay,
    mode,
    keepsRepeatedDials,
    resume,
    isReady,
  );
  const bad = find(orders, "badOrigin");
  if (bad) {
    throw new CallingError(
      "INVALID_OPTION",
      `allowedHostOrigins: "${bad[1]}" is no http or https origin; write it as "https://crm.example.com", or connect a page without one by a port in hostWindow`,
    );
  }
}
