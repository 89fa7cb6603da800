import { h, fill, setAttribute, setText } from "../shared/dom";
import { icon } from "../shared/icons";
import { findRecord, type DemoRecord } from "./records";
import type { Connection } from "./state/connection";
import type { PageState } from "./state/page";
import type { Store } from "../shared/store";

interface Task {
  id: string;
  type: "Call" | "E-mail";
  title: string;
  objectTypeId: string;
  objectId: number;
}

const TASKS: readonly Task[] = [
  { id: "1", type: "Call", title: "Confirm the spring check", objectTypeId: "0-1", objectId: 1001 },
  { id: "2", type: "Call", title: "Follow up on the quote", objectTypeId: "0-1", objectId: 1002 },
  { id: "3", type: "E-mail", title: "Send the price list", objectTypeId: "0-1", objectId: 1003 },
  { id: "4", type: "Call", title: "Ask for the gate code", objectTypeId: "2-12345", objectId: 4001 },
];

/**
 * Draws the task queue. While the user works on a Call task, the host knows it and ignores
 * the app's hideWidget.
 */
export function mountTasks(
  root: HTMLElement,
  store: Store<PageState>,
  connection: Connection,
  open: (record: DemoRecord) => Promise<void>,
): void {
  const done = new Set<string>();
  const status = h("p", { class: "hint", "aria-live": "polite", "data-testid": "task-status" });

  const work = async (task: Task): Promise<void> => {
    const record = findRecord(task.objectTypeId, task.objectId);
    if (record !== undefined) await open(record);
    if (store.value.record === record) enter(task);
  };
  const enter = (task: Task | undefined): void => {
    if (connection.host !== undefined) connection.host.inCallTask = task?.type === "Call";
    store.set({ task: task?.id ?? "" });
  };

  const rows = TASKS.map((task) => {
    const button = h("button", { type: "button", class: "quiet", "data-testid": `task-${task.id}` });
    const row = h(
      "li",
      { class: "task" },
      icon(task.type === "Call" ? "phone" : "mail"),
      h("div", {}, h("p", {}, task.title), h("p", { class: "hint" }, `${task.type} · ${findRecord(task.objectTypeId, task.objectId)?.name ?? ""}`)),
      button,
    );
    button.addEventListener("click", () => {
      if (store.value.task === task.id) {
        done.add(task.id);
        enter(undefined);
      } else {
        done.delete(task.id);
        void work(task);
      }
    });
    return { task, row, button };
  });

  fill(
    root,
    h("header", { class: "card-head" }, h("h2", { id: "tasks-title" }, "Task queue")),
    h("ul", { class: "tasks" }, ...rows.map(({ row }) => row)),
    status,
  );
  store.watch((state) => {
    for (const { task, row, button } of rows) {
      const working = state.task === task.id;
      setAttribute(row, "data-working", working);
      setAttribute(row, "data-done", done.has(task.id));
      const label = working ? "Done" : done.has(task.id) ? "Redo" : "Work";
      setText(button, label);
      setAttribute(button, "aria-label", `${label}: ${task.title}`);
    }
    const current = TASKS.find((task) => task.id === state.task);
    setText(status, current === undefined ? "" : statusOf(current));
  });
}

function statusOf(task: Task): string {
  return task.type === "Call"
    ? "Working a Call task: the app's hideWidget does not count."
    : "Working an e-mail task: the app decides whether it stays open.";
}
