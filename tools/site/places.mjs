/** The root of the repository. */
export const ROOT = new URL("../../", import.meta.url);

/** The address of the published site. */
export const SITE = "https://calling-widget-sdk.github.io/calling-widget-sdk/";

/** The address of the repository's files. */
export const REPOSITORY = "https://github.com/calling-widget-sdk/calling-widget-sdk";
