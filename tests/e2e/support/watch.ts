import type { BrowserContext, Page } from "@playwright/test";

/** A post of our page: its page, and its target origin. */
export type WatchedPost = { readonly from: string; readonly targetOrigin: string };

/** Personal data in a place where none may be. */
export type Leak = { readonly where: string; readonly what: string };

/**
 * Watches our pages in a test: they post only to origins that a page of the test really has,
 * never to any, and leak no personal data. `pages/watcher.ts` reports both.
 */
export class Watch {
  private posts: WatchedPost[] = [];
  private leaks: Leak[] = [];
  private readonly origins = new Set<string>();
  private readonly context: BrowserContext;

  private constructor(context: BrowserContext) {
    this.context = context;
  }

  /** Begins to watch every page of a context. */
  static async over(context: BrowserContext): Promise<Watch> {
    const watch = new Watch(context);
    await context.exposeBinding("reportPost", (_, post: WatchedPost) => {
      watch.posts.push(post);
    });
    await context.exposeBinding("reportLeak", (_, leak: Leak) => {
      watch.leaks.push(leak);
    });
    await context.exposeBinding("reported", () => undefined);
    // Even from an unreachable frame: a host may post where nobody is.
    context.on("request", (request) => {
      if (request.isNavigationRequest()) {
        watch.origins.add(new URL(request.url()).origin);
      }
    });
    return watch;
  }

  /** Resolves once all earlier reports of the open pages have arrived: later reports take the same way. */
  async settled(): Promise<void> {
    const frames = this.context.pages().flatMap((page) => page.frames());
    // A navigating frame has reported everything.
    await Promise.all(frames.map((frame) => frame.evaluate(() => (window as Reporting).reported?.()).catch(() => undefined)));
  }

  /** Posts to any origin, and to one that no page has: taken from a message, then. */
  wrongPosts(): WatchedPost[] {
    return this.posts.filter(({ targetOrigin }) => targetOrigin === "*" || !this.origins.has(targetOrigin));
  }

  /** Personal data in console output, errors, diagnostics and storage. */
  async leaked(): Promise<Leak[]> {
    for (const page of this.context.pages()) {
      await this.look(page);
    }
    return this.leaks;
  }

  /** Forgets a test's intended faults. */
  forgive(): void {
    this.posts = [];
    this.leaks = [];
  }

  private async look(page: Page): Promise<void> {
    for (const frame of page.frames()) {
      // A navigating frame has reported everything.
      const found = await frame.evaluate(() => window.personalDataKept?.() ?? []).catch(() => []);
      this.leaks.push(...found);
    }
  }
}

type Reporting = { reported?: () => Promise<void> };
