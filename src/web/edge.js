// What Rust hands to the facade.

/** An order: what to do, and up to four things that belong to it. */
export const order = (tag, value, text, detail, number) => [tag, value, text, detail, number];

/** Adds an item to a list. */
export const push = (list, value) => {
  list.push(value);
};

/** An empty list. */
export const list = () => [];
