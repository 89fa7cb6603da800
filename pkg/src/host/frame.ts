import { FRAME_PERMISSIONS } from "../shared/page.js";
import type { CheckedOptions } from "./options.js";

/** The widget's frame: created here, or the page's own. */
export class HostFrame {
  readonly element: HTMLIFrameElement;

  /** The element that the frame is created in; none for the page's own. */
  private readonly container: HTMLElement | undefined;
  private url = "";
  /** True while the frame loads an empty page before its address. */
  private isEmptying = false;
  private isClosed = false;

  constructor(
    place: CheckedOptions["place"],
    private readonly options: {
      sandbox: string | undefined;
      title: string;
      width: string | undefined;
      height: string | undefined;
      loaded: () => void;
      failed: () => void;
    },
  ) {
    if ("frame" in place) {
      this.element = place.frame;
    } else {
      this.container = place.container;
      this.element = place.container.ownerDocument.createElement("iframe");
    }
    const { element } = this;
    if (element.title === "") {
      element.title = options.title;
    }
    // An empty attribute is the page's own decision.
    if (!element.hasAttribute("allow")) {
      element.allow = FRAME_PERMISSIONS;
    }
    if (options.sandbox !== undefined) {
      element.setAttribute("sandbox", options.sandbox);
    }
    // A page's placeholder would be shown in place of the address.
    element.removeAttribute("srcdoc");
    // A lazy frame loads only when it is seen. As long as it is not, a clicked number would wait.
    element.loading = "eager";
    this.resize(options.width, options.height);
  }

  /** Sets the frame's address, and loads it. */
  open(url: string): void {
    const { element } = this;
    this.ignore();
    // Navigating to a fragment of the loaded page loads nothing.
    const staysThere = url.includes("#") && withoutFragment(url) === withoutFragment(element.src);
    this.url = url;
    if (!staysThere || element.src !== url) {
      element.src = url;
    }
    if (staysThere && element.contentWindow) {
      this.isEmptying = true;
      element.addEventListener("load", this.emptied);
      // Replaces the page in the history: going back finds no empty frame.
      element.contentWindow.location.replace(EMPTY);
      return;
    }
    this.listen();
    if (!element.isConnected) {
      // Not earlier: a frame without an address would load an empty page.
      this.container?.appendChild(element);
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

  /** Sets the sides that are given; returns the current size. */
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

  /** Removes the frame, if it was created here; the page's own is not left empty. */
  close(): void {
    this.isClosed = true;
    if (this.container !== undefined || !this.isEmptying) {
      this.ignore();
    }
    if (this.container !== undefined) {
      this.element.remove();
    }
  }

  private listen(): void {
    this.element.addEventListener("load", this.options.loaded);
    this.element.addEventListener("error", this.options.failed);
  }

  private ignore(): void {
    this.isEmptying = false;
    this.element.removeEventListener("load", this.emptied);
    this.element.removeEventListener("load", this.options.loaded);
    this.element.removeEventListener("error", this.options.failed);
  }

  /** The frame is empty now, so that any address is loaded. */
  private readonly emptied = (): void => {
    const { contentDocument, contentWindow } = this.element;
    // The previous page may have finished loading only now.
    if (contentDocument?.URL === EMPTY) {
      this.ignore();
      if (!this.isClosed) {
        this.listen();
      }
      contentWindow?.location.replace(this.url);
    }
  };
}

function withoutFragment(url: string): string {
  return url.replace(/#.*/s, "");
}

const EMPTY = "about:blank";
