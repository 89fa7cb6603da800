/** One message between the two sides, as it was posted. */
export interface Post {
  by: "host" | "widget" | "toStranger";
  message: unknown;
}

/** What is posted while the check runs, in order. */
export class Posts {
  readonly all: Post[];
  /** Where the session that is open begins. */
  start = 0;
  /** The next message that is expected comes here or later. */
  next: number;
  private readonly waiting = new Set<() => void>();

  /** @param earlier - What was posted before the page was loaded again. */
  constructor(earlier: readonly Post[] = []) {
    this.all = [...earlier];
    this.next = earlier.length;
  }

  add(post: Post): void {
    this.all.push(post);
    for (const done of [...this.waiting]) done();
  }

  /** Expects nothing of what was posted until now. */
  skip(): void {
    this.next = this.all.length;
  }

  /** Begins another session. */
  restart(): void {
    this.skip();
    this.start = this.next;
  }

  /** What a side posted. */
  by(side: Post["by"]): readonly unknown[] {
    return this.all.filter(({ by }) => by === side).map(({ message }) => message);
  }

  /** Waits until something more is posted, or a time is over. */
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
