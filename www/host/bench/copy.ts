import { h, fill } from "../../shared/dom";
import { icon } from "../../shared/icons";

/** A button that copies a text and shows for a moment whether it succeeded. */
export function copyButton(label: string, text: () => string, attributes: Record<string, string> = {}): HTMLButtonElement {
  const button = h("button", { type: "button", class: "quiet", ...attributes }, icon("copy"), label);
  button.addEventListener("click", () => {
    void navigator.clipboard.writeText(text()).then(
      () => "Copied",
      () => "Not allowed",
    ).then((outcome) => {
      fill(button, icon("copy"), outcome);
      setTimeout(() => fill(button, icon("copy"), label), 1500);
    });
  });
  return button;
}
