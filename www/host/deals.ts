import { fill, h } from "../shared/dom";
import type { Platform } from "./platform";
import { poll } from "./poll";
import type { DemoRecord } from "./records";
import type { PageState } from "./state/page";
import type { Store } from "../shared/store";

/** A deal of a record, with its quotes. */
export interface Deal {
  id: string;
  name: string;
  quotes: readonly Quote[];
}

/** A quote for display. */
export interface Quote {
  id: string;
  title: string;
  /** Its `hs_status`; empty where it has none. */
  status: string;
  /** Its `hs_payment_status`; empty if it cannot be paid. */
  payment: string;
  amount: number;
  currency: string;
  expires: string;
  /** The address of a published one; empty for any other. */
  link: string;
}

type Properties = Readonly<Partial<Record<string, string>>>;
type Records = { results: readonly { id: string; properties: Properties }[] };

/** The deals of a record, from the emulator. */
export async function dealsOf(platform: Platform, { objectTypeId, objectId }: DemoRecord): Promise<Deal[]> {
  const associated = async (from: string, id: string, to: string): Promise<{ id: string }[]> => {
    const list = await platform.ask<{ results: { toObjectId: number }[] }>("GET", `/crm/v4/objects/${from}/${id}/associations/${to}`);
    return list.results.slice(0, MOST).map(({ toObjectId }) => ({ id: String(toObjectId) }));
  };
  const read = async (type: string, inputs: { id: string }[], properties: readonly string[]): Promise<Records["results"]> =>
    inputs.length === 0 ? [] : (await platform.ask<Records>("POST", `/crm/v3/objects/${type}/batch/read`, { inputs, properties })).results;
  const deals = await read("deals", await associated(objectTypeId, String(objectId), "deals"), ["dealname"]);
  return Promise.all(
    deals.map(async ({ id, properties }) => {
      const quotes = await read("quotes", await associated("deals", id, "quotes"), QUOTE_PROPERTIES);
      return { id, name: properties["dealname"] ?? "", quotes: quotes.map(quoteOf) };
    }),
  );
}

function quoteOf({ id, properties }: Records["results"][number]): Quote {
  const text = (name: string): string => properties[name] ?? "";
  return {
    id,
    title: text("hs_title"),
    status: text("hs_status"),
    payment: text("hs_payment_status"),
    amount: Number(text("hs_quote_amount")),
    currency: text("hs_currency"),
    expires: text("hs_expiration_date"),
    link: text("hs_quote_link"),
  };
}

/** Draws the deals of the record with their quotes, and updates them; nothing without deals. */
export function mountDeals(root: HTMLElement, store: Store<PageState>, { dealsOf }: { dealsOf: (record: DemoRecord) => Promise<Deal[]> }): void {
  const list = h("ul", { class: "deals", "data-testid": "deals" });
  fill(root, h("header", { class: "card-head" }, h("h2", { id: "deals-title" }, "Deals")), list);
  root.hidden = true;
  let drawn = "";
  const draw = (deals: readonly Deal[]): void => {
    // Unchanged deals keep their elements, and so the focus.
    const form = JSON.stringify(deals);
    if (form === drawn) return;
    drawn = form;
    root.hidden = deals.length === 0;
    fill(list, ...deals.map(dealItem));
  };
  const ask = async (): Promise<void> => {
    const { record } = store.value;
    try {
      const deals = await dealsOf(record);
      if (store.value.record === record) draw(deals);
    } catch {
      // The emulator is away for a moment, or for good: the view stays.
    }
  };
  poll(ask);
  let seen: DemoRecord | undefined;
  store.watch(({ record }) => {
    if (seen === record) return;
    seen = record;
    draw([]);
    void ask();
  });
}

function dealItem({ name, quotes }: Deal): HTMLElement {
  const none = h("p", { class: "hint" }, "No quotes yet.");
  return h("li", {}, h("h3", { dir: "auto" }, name), quotes.length === 0 ? none : h("ul", { class: "quotes" }, ...quotes.map(quoteItem)));
}

function quoteItem({ id, title, status, payment, amount, currency, expires, link }: Quote): HTMLElement {
  const name = link === "" ? h("span", { dir: "auto" }, title) : h("a", { href: link, target: "_blank", rel: "noopener", dir: "auto" }, title);
  return h(
    "li",
    { class: "quote", "data-testid": "quote", "data-quote-id": id },
    h("p", { class: "quote-title" }, name),
    h(
      "p",
      { class: "entry-facts" },
      h("span", { class: "tag", "data-published": link !== "" }, STATUSES[status] ?? "Not editable"),
      payment !== "" && h("span", { class: "tag" }, PAYMENTS[payment] ?? payment),
      h("span", { class: "digits" }, sum(amount, currency)),
    ),
    h("p", { class: "hint" }, `Valid until ${expires}`),
  );
}

function sum(amount: number, currency: string): string {
  return new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "code" }).format(amount);
}

const STATUSES: Readonly<Record<string, string>> = {
  DRAFT: "Draft",
  PENDING_APPROVAL: "Waits for approval",
  REJECTED: "Rejected",
  APPROVED: "Published",
  APPROVAL_NOT_NEEDED: "Published",
};

const PAYMENTS: Readonly<Record<string, string>> = { PENDING: "To be paid", PROCESSING: "Payment on its way", PAID: "Paid" };

const QUOTE_PROPERTIES = ["hs_title", "hs_status", "hs_payment_status", "hs_quote_amount", "hs_currency", "hs_expiration_date", "hs_quote_link"];

/** The largest batch. */
const MOST = 100;
