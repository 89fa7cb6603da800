/**
 * A unique id; needs no secure context. It begins with a letter: a widget of the published
 * SDK takes ids that begin with its own, an epoch time, for answers.
 */
export function randomId(letter: "h" | "w" = "w"): string {
  const part = () => Math.random().toString(36).slice(2, 10);
  return `${letter}${part()}${part()}`;
}
