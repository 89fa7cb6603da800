import { charset, contentType, hsts, https, mixedContent, redirects, status } from "./answer-rules.js";
import type { Facts, Finding, Rule } from "./finding.js";
import { cookies, frameBusting, framing, isolation, microphone, modules, oldFraming, sandbox, wasm } from "./frame-rules.js";
import { settingsReady, settingsSize, settingsUrl } from "./settings-rules.js";

/** Every rule, in the order of the report. */
export const RULES: readonly Rule[] = [
  status,
  redirects,
  https,
  hsts,
  contentType,
  charset,
  framing,
  oldFraming,
  sandbox,
  frameBusting,
  wasm,
  modules,
  microphone,
  cookies,
  isolation,
  mixedContent,
  settingsUrl,
  settingsReady,
  settingsSize,
];

/** What the rules find. */
export function findings(facts: Facts): readonly Finding[] {
  return RULES.flatMap((rule) => rule.look(facts).map((found) => ({ ...found, rule: rule.name })));
}
