/** The panel's move per arrow key. */
const STEP_PX = 24;

/**
 * Lets a panel be moved by its handle and by the arrow keys; Home puts it back.
 * The panel keeps its place in the page: only a translation is applied.
 */
export class Drag {
  private x = 0;
  private y = 0;

  constructor(
    private readonly panel: HTMLElement,
    handle: HTMLElement,
    grip: HTMLElement,
    private readonly isAllowed: () => boolean,
  ) {
    handle.addEventListener("pointerdown", (event) => this.start(handle, event));
    grip.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("resize", () => this.move(this.x, this.y));
  }

  /** Resets the panel to its place in the page. */
  reset(): void {
    this.x = 0;
    this.y = 0;
    this.panel.style.translate = "";
  }

  private start(handle: HTMLElement, down: PointerEvent): void {
    const onButton = down.target instanceof Element && down.target.closest("button:not(.grip)") !== null;
    if (onButton || down.button !== 0 || !this.isAllowed()) return;
    const from = { x: this.x, y: this.y };
    const follow = (event: PointerEvent): void =>
      this.move(from.x + event.clientX - down.clientX, from.y + event.clientY - down.clientY);
    const stop = (): void => {
      handle.removeEventListener("pointermove", follow);
      this.panel.classList.remove("dragging");
    };
    // Captured, to follow the pointer across the frame as well.
    handle.setPointerCapture(down.pointerId);
    handle.addEventListener("pointermove", follow);
    handle.addEventListener("pointerup", stop, { once: true });
    handle.addEventListener("pointercancel", stop, { once: true });
    this.panel.classList.add("dragging");
  }

  private key(event: KeyboardEvent): void {
    if (!this.isAllowed()) return;
    const step = STEPS[event.key];
    if (event.key === "Home") this.reset();
    else if (step !== undefined) this.move(this.x + step[0] * STEP_PX, this.y + step[1] * STEP_PX);
    else return;
    event.preventDefault();
  }

  /** Moves, keeping the panel's top edge within reach. */
  private move(x: number, y: number): void {
    if (x === 0 && y === 0) {
      this.reset();
      return;
    }
    const box = this.panel.getBoundingClientRect();
    const home = { left: box.left - this.x, top: box.top - this.y };
    this.x = clamp(x, -home.left, document.documentElement.clientWidth - box.width - home.left);
    this.y = clamp(y, -home.top, window.innerHeight - Math.min(box.height, 96) - home.top);
    this.panel.style.translate = `${this.x}px ${this.y}px`;
  }
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(Math.max(low, high), value));
}
