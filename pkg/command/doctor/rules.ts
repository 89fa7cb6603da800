import { content, contentType, https, redirects, status } from "./answer-rules.js";
import { pageOf, type Facts, type Finding, type Rule } from "./finding.js";
import { cookies, framing, permissions, sandbox, wasm } from "./frame-rules.js";
import { redirectOf } from "./gather.js";
import { settingsReady, settingsUrl } from "./settings-rules.js";

/** Rules that need no page, for redirects that lead to none. */
const PAGELESS: Rules = { status, "settings-url": settingsUrl, "settings-is-ready": settingsReady };

/** Every rule by its name, in the order of the report. */
export const RULES: Rules = {
  status,
  redirects,
  https,
  content,
  "content-type": contentType,
  framing,
  sandbox,
  "script-src": wasm,
  "permissions-policy": permissions,
  cookies,
  "settings-url": settingsUrl,
  "settings-is-ready": settingsReady,
};

type Rules = Readonly<Record<string, Rule>>;

/** Runs the rules. */
export function findings(facts: Facts): readonly Finding[] {
  const rules = redirectOf(pageOf(facts)) === undefined ? RULES : PAGELESS;
  return Object.entries(rules).flatMap(([rule, look]) => look(facts).map((found) => ({ ...found, rule })));
}
