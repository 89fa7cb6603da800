import type { CheckedOptions } from "./options.js";

/** The widget's frame: created here, or the page's own. */
export class HostFrame {
  /** The element. */
  readonly element: HTMLIFrameElement;

  private readonly isCreated: boolean;
  private readonly loaded: () => void;
  private readonly failed: () => void;
  private url = "";

  constructor(
    place: CheckedOptions["place"],
    options: {
      title: string;
      width: string | undefined;
      height: string | undefined;
      loaded: () => void;
      failed: () => void;
    },
  ) {
    this.isCreated = "container" in place;
    this.loaded = options.loaded;
    this.failed = options.failed;
    this.element =
      "frame" in place ? place.frame : place.container.ownerDocument.createElement("iframe");
    const { element } = this;
    if (element.title === "") {
      element.title = options.title;
    }
    if (element.allow === "") {
      element.allow = PERMISSIONS;
    }
    this.resize(options.width, options.height);
    if ("container" in place) {
      // Set in the page before it has an address: then only that one is loaded.
      this.attach = () => place.container.appendChild(element);
    }
  }

  /** Gives the frame an address. */
  open(url: string): void {
    this.element.removeEventListener("load", this.loaded);
    this.element.removeEventListener("error", this.failed);
    this.url = url;
    this.element.src = url;
    this.element.addEventListener("load", this.loaded);
    this.element.addEventListener("error", this.failed);
    if (!this.element.isConnected) {
      this.attach();
    }
  }

  /** Loads the address again. */
  reload(): void {
    this.open(this.url);
  }

  /** Shows or hides the frame; a hidden one goes on running. */
  show(isShown: boolean): void {
    this.element.hidden = !isShown;
  }

  /** Sets what is given, and returns the size as it is now. */
  resize(
    width: string | undefined,
    height: string | undefined,
  ): { width: string; height: string } {
    for (const [name, size] of [
      ["width", width],
      ["height", height],
    ] as const) {
      if (size !== undefined) {
        this.element.setAttribute(name, size);
      }
    }
    return { width: this.element.width, height: this.element.height };
  }

  /** Removes the frame, if it was created here. */
  close(): void {
    this.element.removeEventListener("load", this.loaded);
    this.element.removeEventListener("error", this.failed);
    if (this.isCreated) {
      this.element.remove();
    }
  }

  private attach: () => void = () => undefined;
}

/** What a phone needs, and frames have only if their page says so. */
const PERMISSIONS = "microphone; autoplay";
