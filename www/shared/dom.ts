/** Children of an element; absent ones are skipped. */
export type Child = Node | string | null | undefined | false;

/** Attributes by name; `on…` names take listeners, `true` means present. */
export type Attributes = Record<string, string | number | boolean | undefined | ((event: Event) => void)>;

/** Makes an element. Text always becomes a text node, never markup. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.replace(/^on/, ""), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  element.append(...present(children));
  return element;
}

/** Replaces the children of `parent`; those that stay are untouched, and keep their focus and selection. */
export function fill(parent: Element, ...children: Child[]): void {
  const next = present(children);
  const staying = new Set<Node | string>(next);
  for (const child of [...parent.childNodes]) if (!staying.has(child)) child.remove();
  next.forEach((child, at) => {
    const there = parent.childNodes[at];
    if (child !== there) parent.insertBefore(typeof child === "string" ? new Text(child) : child, there ?? null);
  });
}

/** Sets the text only when it differs, so that live regions stay quiet. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Sets or removes an attribute. */
export function setAttribute(element: Element, name: string, value: string | boolean | undefined): void {
  if (value === undefined || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value === true ? "" : value);
}

/** The element with this id, which the page's own markup holds. */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no element #${id}`);
  return element;
}

function present(children: Child[]): (Node | string)[] {
  return children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false);
}
