import { h, fill, setText } from "../shared/dom";
import { icon } from "../shared/icons";

/** The popup of errors; a second message joins the first one's list. */
export class Alerts {
  private readonly list = h("ul", { class: "alert-list", id: "alert-text" });
  private readonly title = h("h2", { id: "alert-title" });
  private readonly dialog = h(
    "dialog",
    { class: "dialog", role: "alertdialog", "aria-labelledby": "alert-title", "aria-describedby": "alert-text", "data-testid": "alert" },
    h("div", { class: "dialog-head" }, icon("alert"), this.title),
    this.list,
    h(
      "div",
      { class: "dialog-actions" },
      h("button", { type: "button", class: "primary", "data-testid": "alert-close", autofocus: true, onclick: () => this.dialog.close() }, "Close"),
    ),
  );

  constructor() {
    // A modal dialog keeps the focus inside and closes on Escape by itself.
    this.dialog.addEventListener("close", () => fill(this.list));
    document.body.append(this.dialog);
  }

  /** Shows a message of the widget, or of the host itself. */
  show(message: string, source: "widget" | "host"): void {
    setText(this.title, source === "widget" ? "The calling app reports a problem" : "About the calling app");
    this.list.append(h("li", {}, message));
    if (!this.dialog.open) this.dialog.showModal();
  }
}
