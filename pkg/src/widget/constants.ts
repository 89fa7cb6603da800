import * as constants from "../generated/constants.js";

/** The type of {@link Constants}, which declarations of an app can name. */
// oxlint-disable-next-line typescript/no-empty-object-type -- declarations of an app name an interface, and write out an alias
export interface PublishedConstants extends Pick<typeof constants, keyof typeof constants> {}

/**
 * The published package's constants, with additions.
 *
 * Plain values: a bundler's namespace has getters, which an automock leaves out.
 */
export const Constants: PublishedConstants = /* @__PURE__ */ Object.assign({}, constants);
