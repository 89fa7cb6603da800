import { h, fill } from "../../shared/dom";
import { Memory } from "./memory";

/** The last addresses of calling apps, offered where one is typed. */
export class RecentWidgets {
  private readonly memory = new Memory<{ urls: readonly string[] }>("demo-host:recent-widgets", { urls: [] });
  readonly list = h("datalist", { id: "recent-widgets", "data-testid": "recent-widgets" });

  constructor() {
    this.draw();
  }

  /** Puts an address first. */
  add(url: string): void {
    this.memory.set({ urls: [url, ...this.urls.filter((other) => other !== url)].slice(0, MOST) });
    this.draw();
  }

  /** Whether an address was opened before: the user has chosen it. */
  has(url: string): boolean {
    return this.urls.includes(url);
  }

  /** Whatever the storage holds: anybody may have written it. */
  private get urls(): readonly string[] {
    const { urls } = this.memory.value as { urls: unknown };
    return Array.isArray(urls) ? urls.filter((url) => typeof url === "string") : [];
  }

  private draw(): void {
    fill(this.list, ...this.urls.map((url) => h("option", { value: url })));
  }
}

const MOST = 8;
