import { randomId } from "./environment.js";
import { attempt, openStorage, type Place } from "./storage.js";

/** What the keeper asks of the core. */
export type Journals = {
  /** What to keep; undefined for nothing. */
  journal(frame: string, isClosed: boolean): unknown;
  /** Hands in what was kept; answers as the export `resume` does. */
  resume(frame: string, facts: number, journal: unknown): number;
  /** Another page took what was kept. */
  lost(): void;
  /** What is to be kept could not be written. */
  failed(): void;
};

/**
 * Writes down what survives a reload of the page, and finds what the page before
 * left.
 *
 * Each page writes under a name of its own, so that frames that share a storage
 * never write over one another. What is taken over is removed before it is used,
 * and remembered in the storage all tabs share: popups and duplicated tabs get a
 * copy of the session's.
 */
export class Keeper {
  private readonly storage = openStorage();
  private id = randomId();
  /** The name it was last written under. */
  private written = "";
  private timer: ReturnType<typeof setTimeout> | undefined;
  private hasFailed = false;
  private isStopped = false;
  private isLeaving = false;

  /** @param scope tells sessions of one page apart; empty for that with the page around. */
  constructor(
    private readonly core: Journals,
    private readonly scope: string,
  ) {
    this.take();
    this.write(false);
    this.listen("addEventListener");
  }

  /** Writes at the page's turns. */
  handleEvent({ type, persisted }: PageTransitionEvent): void {
    if (type !== "pageshow") {
      // The page may stay for later: what it keeps is then the next page's.
      this.isLeaving ||= type === "pagehide";
      this.write(this.isLeaving);
    } else if (persisted) {
      this.isLeaving = false;
      this.comeBack();
    }
  }

  /** Nobody is there to go on: what is kept is the next page's, as if this one had gone. */
  stop(): void {
    this.isStopped = true;
    this.write(true);
    this.listen("removeEventListener");
  }

  /** Somebody is there again, as if the page had come back. */
  restart(): void {
    if (this.isStopped) {
      this.isStopped = false;
      this.comeBack();
      this.listen("addEventListener");
    }
  }

  get place(): Place {
    return this.storage.place;
  }

  /** What is kept changed: written at once, or with what changes next. */
  changed(isUrgent: boolean): void {
    if (this.isStopped) {
      // The next page's by now; whoever took it has what there is.
      if (!this.isTaken) {
        this.write(true);
      }
    } else if (isUrgent || this.isLeaving || this.isHidden) {
      // A page out of sight is given few timers, and may end without a turn.
      this.write(this.isLeaving);
    } else {
      this.timer ??= setTimeout(
        () => {
          this.write(false);
        },
        this.place === "history" ? ENTRY_AFTER_MS : WRITE_AFTER_MS,
      );
    }
  }

  /** Whether the user does not see the page, where writing costs nothing else. */
  private get isHidden(): boolean {
    return this.place !== "history" && (attempt(() => document.hidden) ?? false);
  }

  private get isTaken(): boolean {
    return this.storage.read(this.written) === undefined || claims().includes(this.id);
  }

  private listen(change: "addEventListener" | "removeEventListener"): void {
    document[change]("visibilitychange", this);
    for (const turn of ["pagehide", "beforeunload", "pageshow"]) {
      // A page that is about to go writes its history entry no more; elsewhere
      // there is time, and to listen for it may keep the page from being put aside.
      if (turn !== "beforeunload" || this.place === "history") {
        window[change](turn, this);
      }
    }
  }

  /** Takes over what an earlier page of this frame left, the latest that ended first. */
  private take(): void {
    const { frame } = this;
    const prefix = nameOf(frame, "");
    const names = this.storage.names().filter((name) => name.startsWith(prefix));
    const found = names.map((name) => {
      const journal: unknown = attempt(() => JSON.parse(this.storage.read(name) ?? "") as unknown);
      const { closed, at } = (journal ?? {}) as { closed?: unknown; at?: unknown };
      return { name, journal, rank: closed === true ? Number(at) : 0 };
    });
    found.sort((one, two) => two.rank - one.rank);
    for (const { name, journal } of found) {
      const id = name.slice(prefix.length);
      const facts =
        Number(isReload()) | (Number(found.length === 1) << 1) | (Number(claims().includes(id)) << 2);
      const outcome = this.core.resume(frame, facts, journal);
      if (outcome !== LEFT_ALONE) {
        this.storage.write(name, undefined);
      }
      if (outcome === TAKEN) {
        claim(id);
        return;
      }
    }
  }

  private write(isClosed: boolean): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { frame, written } = this;
    const journal = this.core.journal(frame, isClosed);
    const name = nameOf(frame, this.id);
    const isWritten =
      journal !== undefined && this.storage.write(name, attempt(() => JSON.stringify(journal)));
    // What was written before may tell of what went out since; where it cannot be
    // removed, the next turn tries again.
    const isStale = written !== name || !isWritten;
    if (!isStale || this.storage.write(written, undefined)) {
      this.written = name;
    }
    if (!isWritten && journal !== undefined && !this.hasFailed) {
      this.hasFailed = true;
      this.core.failed();
    }
  }

  /** The page was put aside, and is shown again. */
  private comeBack(): void {
    if (this.isTaken) {
      this.id = randomId();
      this.core.lost();
    }
    this.write(false);
  }

  /** Stands for the frame and where its page is by now: a router may move it. */
  private get frame(): string {
    // A test's page may be gone before the timer comes.
    const place = attempt(() => [window.name, window.location.pathname]) ?? [];
    return mark([...place, this.scope].join("\n"));
  }
}

function nameOf(frame: string, id: string): string {
  return `${PREFIX}${frame}:${id}`;
}

/** Whether this page was loaded again in its own place. */
function isReload(): boolean {
  const [entry] = attempt(() => performance.getEntriesByType("navigation")) ?? [];
  return (entry as PerformanceNavigationTiming | undefined)?.type === "reload";
}

/** The pages whose journals were taken, the latest ones, over all tabs. */
function claims(): string[] {
  const list: unknown = attempt(() => JSON.parse(localStorage.getItem(CLAIMS) ?? "") as unknown);
  return Array.isArray(list) ? (list as string[]) : [];
}

function claim(id: string): void {
  attempt(() => {
    localStorage.setItem(CLAIMS, JSON.stringify([...claims(), id].slice(-MAX_CLAIMS)));
  });
}

/** Stands for a text, which is not to be read from it. */
function mark(text: string): string {
  let hash = 7;
  for (let at = 0; at < text.length; at += 1) {
    hash = (hash * 31 + text.charCodeAt(at)) % PRIME;
  }
  return hash.toString(36);
}

/** The answers of the export `resume`. */
const TAKEN = 0;
const LEFT_ALONE = 1;

const PREFIX = "calling-widget-sdk:journal:";
const CLAIMS = "calling-widget-sdk:claims";
const MAX_CLAIMS = 64;
const WRITE_AFTER_MS = 250;

/** Browsers let a page change its history entry about three times a second. */
const ENTRY_AFTER_MS = 1000;

/** Below 2^48, so that 31 times as much is still exact. */
const PRIME = 281474976710597;
