import { charset, content, contentType, hsts, https, mixedContent, redirects, status } from "./answer-rules.js";
import { pageOf, type Facts, type Finding, type Rule } from "./finding.js";
import { cookies, frameBusting, framing, isolation, modules, oldFraming, permissions, sandbox, wasm } from "./frame-rules.js";
import { redirectOf } from "./gather.js";
import { settingsReady, settingsSize, settingsUrl } from "./settings-rules.js";

/** Every rule, in the order of the report. */
export const RULES: readonly Rule[] = [
  status,
  redirects,
  https,
  hsts,
  content,
  contentType,
  charset,
  framing,
  oldFraming,
  sandbox,
  frameBusting,
  wasm,
  modules,
  permissions,
  cookies,
  isolation,
  mixedContent,
  settingsUrl,
  settingsReady,
  settingsSize,
];

/** Rules that need no page, for redirects that lead to none. */
const PAGELESS: readonly Rule[] = [status, settingsUrl, settingsReady, settingsSize];

/** Runs the rules. */
export function findings(facts: Facts): readonly Finding[] {
  const rules = redirectOf(pageOf(facts)) === undefined ? RULES : PAGELESS;
  return rules.flatMap((rule) => rule.look(facts).map((found) => ({ ...found, rule: rule.name })));
}
