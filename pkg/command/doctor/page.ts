// What a page's HTML names. A look with regular expressions is enough to point at a
// mistake: what a script adds later is not seen either way.

/** An element of the page: its name and its attributes, in lower case names. */
export type Tag = { readonly name: string; readonly attributes: Readonly<Record<string, string>> };

/** The page's elements of these names, without those in comments. */
export function tags(html: string, names: readonly string[]): readonly Tag[] {
  const wanted = new RegExp(`<(${names.join("|")})\\b((?:[^>"']|"[^"]*"|'[^']*')*)>`, "gi");
  return [...html.replace(/<!--[\s\S]*?-->/g, "").matchAll(wanted)].map(([, name = "", rest = ""]) => ({
    name: name.toLowerCase(),
    attributes: attributesOf(rest),
  }));
}

/** The policies that the page sets itself, by `<meta http-equiv>`. */
export function metaPolicies(html: string): readonly string[] {
  return tags(html, ["meta"])
    .filter(({ attributes }) => attributes["http-equiv"]?.toLowerCase() === "content-security-policy")
    .map(({ attributes }) => attributes["content"] ?? "");
}

/** The addresses of the page's scripts. */
export function scripts(html: string): readonly string[] {
  return tags(html, ["script", "link"]).flatMap(({ name, attributes }) => {
    const isPreload = name === "link" && /\b(modulepreload|preload)\b/i.test(attributes["rel"] ?? "");
    const address = name === "script" ? attributes["src"] : isPreload ? attributes["href"] : undefined;
    return address === undefined || /\.(wasm|css|woff2?|png|svg)(\?|$)/.test(address) ? [] : [address];
  });
}

/** The addresses of wasm files in a text: HTML, or a script. */
export function wasmFiles(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/["'`(=]\s*([^\s"'`()<>=]+\.wasm(?:\?[^\s"'`()<>]*)?)(?=["'`)\s>])/g)].map(([, address = ""]) => address))];
}

function attributesOf(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name = "", , double, single, bare] of text.matchAll(/([^\s=/]+)(\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g)) {
    found[name.toLowerCase()] ??= (double ?? single ?? bare ?? "").replace(/&#39;/g, "'").replace(/&quot;/g, '"').replace(/&amp;/g, "&");
  }
  return found;
}
