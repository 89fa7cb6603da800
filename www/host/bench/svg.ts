const SVG = "http://www.w3.org/2000/svg";

/** Makes an element of a picture. */
export function svg<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Readonly<Record<string, string>> = {}, content = ""): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (content !== "") element.textContent = content;
  return element;
}

/** A group. */
export function g(name: string, attributes: Readonly<Record<string, string>> = {}): SVGGElement {
  return svg("g", { class: name, ...attributes });
}

/** A straight line. */
export function line(x1: number, y1: number, x2: number, y2: number, name: string): SVGLineElement {
  return svg("line", { class: name, x1: String(x1), y1: String(y1), x2: String(x2), y2: String(y2) });
}

/** Any other line. */
export function path(d: string, name: string): SVGPathElement {
  return svg("path", { class: name, d });
}

/** A box. */
export function rect(x: number, y: number, width: number, height: number, name: string, radius = 0): SVGRectElement {
  return svg("rect", { class: name, x: String(x), y: String(y), width: String(Math.max(0, width)), height: String(height), rx: String(radius) });
}

/** A text; y is its baseline. */
export function text(x: number, y: number, name: string, content: string, anchor = "start"): SVGTextElement {
  return svg("text", { class: name, x: String(x), y: String(y), "text-anchor": anchor }, content);
}
