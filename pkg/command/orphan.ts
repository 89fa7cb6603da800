// Detects the end of npm, which starts a program by a shell and passes no signal on to it.
import { readFileSync } from "node:fs";

/**
 * Calls `end` once the npm that started this program is gone; never without npm. A program
 * that lost its parent gets another, so the parent is checked twice a second.
 */
export function whenOrphaned(end: () => void): void {
  if (process.env["npm_command"] === undefined && process.env["npm_lifecycle_event"] === undefined) {
    return;
  }
  const before = lineage();
  const timer = setInterval(() => {
    if (lineage() !== before) {
      clearInterval(timer);
      end();
    }
  }, 500).unref();
}

/** The parent; with a shell between, as Linux reports, the shell's parent too. */
function lineage(): string {
  const parent = process.ppid;
  try {
    const [, shell, above] = /^\d+ \((ash|bash|busybox|dash|sh|zsh)\) \S (\d+)/.exec(readFileSync(`/proc/${parent}/stat`, "latin1")) ?? [];
    return shell === undefined ? String(parent) : `${parent} ${above}`;
  } catch {
    return String(parent);
  }
}
