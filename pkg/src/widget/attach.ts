import { CallingError } from "../shared/errors.js";
import { find } from "../wasm/orders.js";
import type { WidgetDriver } from "./delivery.js";
import type { Instance } from "./instances.js";

/**
 * Makes an instance known to the engine, or known again after a trap.
 *
 * @throws CallingError `INVALID_OPTION` for a value that is no origin.
 */
export function attach(driver: WidgetDriver, id: number, instance: Instance): void {
  const { options, isReady, burst } = instance;
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
    burst,
  );
  instance.burst = find(orders, "attached")?.[1];
  const bad = find(orders, "badOrigin");
  if (bad) {
    throw new CallingError(
      "INVALID_OPTION",
      `allowedHostOrigins: "${bad[1]}" is no http or https origin; write it as "https://crm.example.com", or connect a page without one by a port in hostWindow`,
    );
  }
}
