import type { Phone } from "./types.js";

/**
 * The one adapter of a vendor's object, with the options given last: a second adapter, as of a
 * hot reload, would listen and answer again, and not know the calls of the first.
 */
export function adapterOf<Vendor extends object, Options>(vendor: Vendor, options: Options, adapt: (vendor: Vendor, options: () => Options) => Phone): Phone {
  const known = (adapters.get(vendor) ?? {}) as { phone?: Phone; options: Options };
  known.options = options;
  adapters.set(vendor, known);
  return (known.phone ??= adapt(vendor, () => known.options));
}

const adapters = new WeakMap<object, object>();
