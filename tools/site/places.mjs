/** The root of the repository. */
export const ROOT = new URL("../../", import.meta.url);

/** Where the site is published. */
export const SITE = "https://calling-widget-sdk.github.io/calling-widget-sdk/";

/** Where its files can be read. */
export const REPOSITORY = "https://github.com/calling-widget-sdk/calling-widget-sdk";
