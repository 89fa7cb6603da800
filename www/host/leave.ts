import { h, setText } from "../shared/dom";
import { icon } from "../shared/icons";

/** The texts of one question. */
export interface LeaveQuestion {
  title: string;
  text: string;
  go: string;
}

/** Asks the user to confirm leaving an active call. */
export class LeaveDialog {
  private readonly title = h("h2", { id: "leave-title" });
  private readonly text = h("p", { id: "leave-text" });
  private readonly go = h("button", { type: "button", class: "danger", "data-testid": "leave-go", onclick: () => this.dialog.close("go") });
  private readonly dialog = h(
    "dialog",
    { class: "dialog", role: "alertdialog", "aria-labelledby": "leave-title", "aria-describedby": "leave-text", "data-testid": "leave-dialog" },
    h("div", { class: "dialog-head" }, icon("alert"), this.title),
    this.text,
    h(
      "div",
      { class: "dialog-actions" },
      h("button", { type: "button", "data-testid": "leave-stay", autofocus: true, onclick: () => this.dialog.close("stay") }, "Stay"),
      this.go,
    ),
  );

  constructor() {
    document.body.append(this.dialog);
  }

  /** Resolves to true if the user continues; Escape means stay. */
  ask(question: LeaveQuestion): Promise<boolean> {
    if (this.dialog.open) return Promise.resolve(false);
    setText(this.title, question.title);
    setText(this.text, question.text);
    setText(this.go, question.go);
    this.dialog.returnValue = "stay";
    this.dialog.showModal();
    return new Promise((resolve) => {
      this.dialog.addEventListener("close", () => resolve(this.dialog.returnValue === "go"), { once: true });
    });
  }
}
