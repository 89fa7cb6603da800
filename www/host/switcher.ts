import { h, setAttribute } from "../shared/dom";
import { hashOf, recordOf } from "./address";
import { RECORDS, type DemoRecord } from "./records";
import { initials } from "./record-view";
import type { PageState } from "./state/page";
import type { Store } from "../shared/store";

/** Asks before a record is left; resolves to true to leave. */
export type MayLeave = () => Promise<boolean>;

/** The record tabs, and the address bar's share in them. */
export class Switcher {
  constructor(
    root: HTMLElement,
    private readonly store: Store<PageState>,
    private readonly mayLeave: MayLeave,
  ) {
    const links = RECORDS.map((record) => ({ record, link: this.link(record) }));
    root.append(h("ul", {}, ...links.map(({ link }) => h("li", {}, link))));
    window.addEventListener("hashchange", () => void this.followAddress());

    const addressed = recordOf(location.hash);
    if (addressed !== undefined) this.show(addressed);
    store.watch((state) => {
      for (const { record, link } of links) setAttribute(link, "aria-current", record === state.record ? "page" : undefined);
      document.title = `${state.record.name} · Demo CRM`;
    });
  }

  /** Opens a record without asking, for the widget or a task. */
  show(record: DemoRecord): void {
    this.store.set({ record });
    if (recordOf(location.hash) !== record) history.pushState(null, "", hashOf(record));
  }

  /** Opens a record unless the user prefers to stay with the call. */
  async ask(record: DemoRecord): Promise<void> {
    if (record === this.store.value.record) return;
    if (!this.store.value.hasActiveCall || (await this.mayLeave())) this.show(record);
  }

  private link(record: DemoRecord): HTMLAnchorElement {
    return h(
      "a",
      {
        href: hashOf(record),
        "data-testid": `record-${record.objectId}`,
        title: record.name,
        onclick: (event) => {
          const click = event as MouseEvent;
          if (click.ctrlKey || click.metaKey || click.shiftKey) return;
          event.preventDefault();
          void this.ask(record);
        },
      },
      h("span", { class: "avatar", "aria-hidden": "true", "data-kind": record.objectTypeId }, initials(record.name)),
      h("span", { class: "switcher-name" }, h("span", {}, record.name), h("span", { class: "hint" }, record.kind)),
    );
  }

  /** Handles back, forward and typed addresses; a refusal restores the address. */
  private async followAddress(): Promise<void> {
    const wanted = recordOf(location.hash);
    const current = this.store.value.record;
    if (wanted === undefined || wanted === current) return;
    if (this.store.value.hasActiveCall) {
      history.replaceState(null, "", hashOf(current));
      await this.ask(wanted);
    } else {
      this.show(wanted);
    }
  }
}
