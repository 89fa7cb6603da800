/**
 * The main entry for a `<script>` tag: one global, `CallingWidgetSdk`.
 *
 * @packageDocumentation
 */
export * from "./index.js";

/** The package's version, which the build fills in. */
declare const PACKAGE_VERSION: string;

/** The version of this package, such as `"0.1.0"`. */
export const version: string = PACKAGE_VERSION;
