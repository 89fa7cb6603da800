/** One posted message between the two sides. */
export interface Post {
  by: "host" | "widget" | "toStranger";
  message: unknown;
}

/** The messages posted while the check runs, in order. */
export class Posts {
  readonly all: Post[] = [];
  /** The start of the open session. */
  start = 0;
  /** The next message that is expected comes here or later. */
  next = 0;
  private readonly waiting = new Set<() => void>();

  add(post: Post): void {
    this.all.push(post);
    for (const done of [...this.waiting]) done();
  }

  /** Skips the messages posted until now. */
  skip(): void {
    this.next = this.all.length;
  }

  /** Begins a new session. */
  restart(): void {
    this.skip();
    this.start = this.next;
  }

  /** A side's messages. */
  by(side: Post["by"]): readonly unknown[] {
    return this.all.filter(({ by }) => by === side).map(({ message }) => message);
  }

  /** Waits until something more is posted, or the time is over. */
  async more(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.waiting.add(done);
    });
  }
}
