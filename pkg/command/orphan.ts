// The end of npm, which starts a program by a shell and passes no signal on to it.
import { readFileSync } from "node:fs";

/**
 * Calls `end` once npm is gone that started this program; never where it was not npm. A program
 * that lost its parent gets another, so the parent is looked at twice a second.
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

/** The parent; with a shell that stays between, as Linux tells, the shell's parent too. */
function lineage(): string {
  const parent = process.ppid;
  try {
    const [, shell, above] = /^\d+ \((ash|bash|busybox|dash|sh|zsh)\) \S (\d+)/.exec(readFileSync(`/proc/${parent}/stat`, "latin1")) ?? [];
    return shell === undefined ? String(parent) : `${parent} ${above}`;
  } catch {
    return String(parent);
  }
}
