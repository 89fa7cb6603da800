import { content, contentType, https, redirects, status } from "./answer-rules.js";
import { pageOf, type Facts, type Finding, type Rule } from "./finding.js";
import { cookies, framing, permissions, sandbox, wasm } from "./frame-rules.js";
import { redirectOf } from "./gather.js";
import { settingsReady, settingsUrl } from "./settings-rules.js";

/** Rules that need no page, for redirects that lead to none. */
const PAGELESS: readonly Rule[] = [status, settingsUrl, settingsReady];

/** Every rule, in the order of the report. */
export const RULES: readonly Rule[] = [status, redirects, https, content, contentType, framing, sandbox, wasm, permissions, cookies, settingsUrl, settingsReady];

/** Runs the rules. */
export function findings(facts: Facts): readonly Finding[] {
  const rules = redirectOf(pageOf(facts)) === undefined ? RULES : PAGELESS;
  return rules.flatMap((rule) => rule.look(facts).map((found) => ({ ...found, rule: rule.name })));
}
