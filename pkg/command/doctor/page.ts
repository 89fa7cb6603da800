// Parses a page's HTML; scripts' later additions are not seen. The page may be of any size
// and by anybody: each scanner walks the text once.

/** An element of the page: its name and its attributes, in lower case names. */
export type Tag = { readonly name: string; readonly attributes: Readonly<Record<string, string>> };

/** The page's elements of these names, without those in comments and in scripts. */
export function tags(html: string, names: readonly string[]): readonly Tag[] {
  const found: Tag[] = [];
  for (let at = html.indexOf("<"); at >= 0; at = html.indexOf("<", at)) {
    if (html.startsWith("<!--", at)) {
      at = afterComment(html, at);
      continue;
    }
    const name = /[a-z][^\s/>]*/iy;
    name.lastIndex = at + 1;
    const word = name.exec(html)?.[0].toLowerCase();
    if (word === undefined) {
      at += 1;
      continue;
    }
    const { attributes, end } = attributesAt(html, at + 1 + word.length);
    // A tag that the text ends in does not count.
    if (end <= html.length && names.includes(word)) {
      found.push({ name: word, attributes });
    }
    at = RAW.includes(word) ? afterRaw(html, end, word) : end;
  }
  return found;
}

/** The page without its comments. */
export function withoutComments(html: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = html.indexOf("<!--"); at >= 0; at = html.indexOf("<!--", from)) {
    parts.push(html.slice(from, at));
    from = afterComment(html, at);
  }
  return [...parts, html.slice(from)].join("");
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
  const found = new Set<string>();
  // Addresses are between quotes, brackets or spaces, or behind "=".
  for (const { 0: word, index } of text.matchAll(/[^\s"'`()<>]+/g)) {
    const equals = word.lastIndexOf("=", word.indexOf(".wasm"));
    const name = word.slice(equals + 1);
    const isNamed = equals >= 0 || /["'`(]/.test(text.charAt(index - 1));
    if (isNamed && /^[^?]*[^?/]\.wasm($|\?)/.test(name)) {
      found.add(name);
    }
  }
  return [...found];
}

/** The attributes of a tag from a position on, and the position after the tag: beyond the text if it does not end. */
function attributesAt(html: string, from: number): { attributes: Record<string, string>; end: number } {
  const attributes: Record<string, string> = {};
  const next = /[\s/]*(?:(>)|([^\s/>][^\s/>=]*)(?:\s*(=)\s*("|')?)?)/y;
  for (let at = from; ; ) {
    next.lastIndex = at;
    const [all = "", isEnd, name, equals, quote] = next.exec(html) ?? [];
    at += all.length;
    if (isEnd !== undefined) {
      return { attributes, end: at };
    }
    if (name === undefined) {
      return { attributes, end: html.length + 1 };
    }
    let value = "";
    if (quote !== undefined) {
      const close = html.indexOf(quote, at);
      if (close < 0) {
        return { attributes, end: html.length + 1 };
      }
      value = html.slice(at, close);
      at = close + 1;
    } else if (equals !== undefined) {
      const bare = /[^\s>]*/y;
      bare.lastIndex = at;
      value = bare.exec(html)?.[0] ?? "";
      at += value.length;
    }
    attributes[name.toLowerCase()] ??= value.replace(/&#39;/g, "'").replace(/&quot;/g, '"').replace(/&amp;/g, "&");
  }
}

/** The position after a comment; one without an end goes to the end of the text. */
function afterComment(html: string, at: number): number {
  // "<!-->" is a whole comment.
  const end = html.indexOf("-->", at + 2);
  return end < 0 ? html.length : end + 3;
}

/** The position of the end tag of an element whose content is no HTML. */
function afterRaw(html: string, from: number, name: string): number {
  const end = new RegExp(`</${name}(?=[\\s/>])`, "gi");
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}

/** Elements whose content is text. */
const RAW: readonly string[] = ["script", "style", "textarea", "title"];
