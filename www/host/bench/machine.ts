import { h, fill, setAttribute } from "../../shared/dom";
import { g, path, rect, svg, text } from "./svg";

/** One arrow of a state machine; an initial state has no `from`. */
export interface Transition {
  readonly from: string | undefined;
  readonly by: string;
  readonly to: string;
}

/** The position of each state: along the flow, and beside it. */
export type Places = Readonly<Record<string, readonly [along: number, beside: number]>>;

/**
 * A state machine with the current state lit, and its transitions. Drawn twice, from left to
 * right and from top to bottom; the page shows the one that fits.
 */
export class Machine {
  readonly element: HTMLElement;
  private readonly next = h("p", { class: "machine-next", "aria-live": "polite" });
  private readonly parts: { from: string | undefined; part: SVGElement }[] = [];
  private readonly boxes: { state: string; box: SVGGElement }[] = [];
  private lit: string | undefined;

  /** @param subject - The start of a sentence about the state. */
  constructor(
    private readonly places: Places,
    private readonly transitions: readonly Transition[],
    private readonly subject: string,
  ) {
    this.element = h("div", { class: "machine" }, this.next);
    this.element.prepend(this.draw(ACROSS), this.draw(DOWN));
    this.tell();
  }

  /** Lights a state; none if undefined. */
  light(state: string | undefined): void {
    if (state === this.lit) return;
    this.lit = state;
    setAttribute(this.element, "data-lit", state);
    for (const { state: other, box } of this.boxes) setAttribute(box, "data-lit", other === state);
    for (const { from, part } of this.parts) setAttribute(part, "data-lit", from === state);
    this.tell();
  }

  /** Describes the same in words. */
  private tell(): void {
    const ways = this.transitions.filter(({ from }) => from === this.lit);
    const known = this.lit !== undefined && this.lit in this.places;
    const lead = known ? `${this.subject} is ${this.lit ?? ""}. ` : this.lit === undefined ? "" : `${this.subject} is ${this.lit}.`;
    const rest = ways.length > 0 ? "Next: " : known ? "Nothing comes after." : "";
    fill(
      this.next,
      lead + rest,
      ...ways.flatMap(({ by, to }, at) => [at === 0 ? "" : ", ", h("code", {}, by), ` leads to ${to}`]),
      ways.length > 0 && ".",
    );
  }

  private draw(flow: Flow): SVGSVGElement {
    const picture = svg("svg", { class: `machine-picture ${flow.name}`, "aria-hidden": "true", focusable: "false" });
    const centres = new Map(Object.entries(this.places).map(([state, [along, beside]]) => [state, flow.centre(along, beside)]));
    const xs = [...centres.values()].map(([x]) => x);
    const ys = [...centres.values()].map(([, y]) => y);
    const width = Math.max(...xs) + HALF_WIDTH + 8;
    const height = Math.max(...ys) + HALF_HEIGHT + 8;
    setAttribute(picture, "viewBox", `0 0 ${width} ${height}`);
    setAttribute(picture, "width", String(width));
    setAttribute(picture, "height", String(height));
    const seen = new Set<string>();
    for (const { from, to } of this.transitions) {
      // Of several transitions between two states one is drawn; the words name them all.
      if (seen.has(`${from ?? ""} ${to}`)) continue;
      seen.add(`${from ?? ""} ${to}`);
      const target = centres.get(to);
      const source = from === undefined ? undefined : centres.get(from);
      if (target === undefined || (from !== undefined && source === undefined)) continue;
      const arrow = g("way");
      arrow.append(...(source === undefined ? flow.entry(target, this.places[to]) : this.way(flow, from ?? "", to, source, target)));
      picture.append(arrow);
      this.parts.push({ from, part: arrow });
    }
    for (const [state, [x, y]] of centres) {
      const box = g("state-box", { "data-state": state });
      box.append(rect(x - HALF_WIDTH, y - HALF_HEIGHT, 2 * HALF_WIDTH, 2 * HALF_HEIGHT, "state-ground", 7), text(x, y + 4, "state-name", state, "middle"));
      picture.append(box);
      this.boxes.push({ state, box });
    }
    return picture;
  }

  private way(flow: Flow, from: string, to: string, source: Point, target: Point): SVGElement[] {
    const [a, b] = [this.places[from] ?? [0, 0], this.places[to] ?? [0, 0]];
    const isNext = b[0] - a[0] === 1;
    if (a[1] === b[1] && !isNext) return flow.arc(source, target, Math.abs(b[0] - a[0]));
    const isTwoWay = this.transitions.some((other) => other.from === to && other.to === from);
    const [dx, dy] = [target[0] - source[0], target[1] - source[1]];
    const length = Math.hypot(dx, dy);
    // Side by side, so that neither covers the other.
    const shift = isTwoWay && a[1] !== b[1] ? 7 : 0;
    const [ox, oy] = [(-dy / length) * shift, (dx / length) * shift];
    const start = edge([source[0] + ox, source[1] + oy], source, dx, dy);
    const end = edge([target[0] + ox, target[1] + oy], target, -dx, -dy);
    return arrowTo(`M${start[0]} ${start[1]}L${end[0]} ${end[1]}`, end, Math.atan2(dy, dx));
  }
}

type Point = readonly [x: number, y: number];

interface Flow {
  readonly name: string;
  centre(along: number, beside: number): Point;
  /** An arc around the states between. */
  arc(from: Point, to: Point, steps: number): SVGElement[];
  /** An arrow into an initial state. */
  entry(to: Point, place: readonly [along: number, beside: number] | undefined): SVGElement[];
}

const ACROSS: Flow = {
  name: "across",
  centre: (along, beside) => [HALF_WIDTH + 40 + along * 138, 76 + beside * 76],
  arc: ([fromX, y], [toX], steps) => {
    const way = Math.sign(toX - fromX);
    const top = y - HALF_HEIGHT;
    const start = fromX + way * 14;
    const end = toX - way * (10 + steps * 8);
    return arrowTo(`M${start} ${top}C${start} ${top - 16 * steps - 4} ${end} ${top - 16 * steps - 4} ${end} ${top}`, [end, top], Math.PI / 2);
  },
  entry: ([x, y], place) =>
    place?.[0] === 0 || place?.[1] !== 0
      ? [dot(x - HALF_WIDTH - 28, y), ...arrowTo(`M${x - HALF_WIDTH - 28} ${y}H${x - HALF_WIDTH}`, [x - HALF_WIDTH, y], 0)]
      : [dot(x - 34, y - HALF_HEIGHT - 26), ...arrowTo(`M${x - 34} ${y - HALF_HEIGHT - 26}V${y - HALF_HEIGHT}`, [x - 34, y - HALF_HEIGHT], Math.PI / 2)],
};

const DOWN: Flow = {
  name: "down",
  centre: (along, beside) => [HALF_WIDTH + 74 + beside * 142, HALF_HEIGHT + 32 + along * 62],
  arc: ([x, fromY], [, toY], steps) => {
    const way = Math.sign(toY - fromY);
    const left = x - HALF_WIDTH;
    const start = fromY + way * 6;
    const end = toY - way * (3 + steps * 3);
    return arrowTo(`M${left} ${start}C${left - 20 * steps - 4} ${start} ${left - 20 * steps - 4} ${end} ${left} ${end}`, [left, end], 0);
  },
  entry: ([x, y], place) =>
    place?.[0] === 0 || place?.[1] !== 0
      ? [dot(x, y - HALF_HEIGHT - 24), ...arrowTo(`M${x} ${y - HALF_HEIGHT - 24}V${y - HALF_HEIGHT}`, [x, y - HALF_HEIGHT], Math.PI / 2)]
      : [dot(x - HALF_WIDTH - 26, y - 9), ...arrowTo(`M${x - HALF_WIDTH - 26} ${y - 9}H${x - HALF_WIDTH}`, [x - HALF_WIDTH, y - 9], 0)],
};

function arrowTo(d: string, [x, y]: Point, angle: number): SVGElement[] {
  const wing = (turn: number): string => `${x - 8 * Math.cos(angle + turn)} ${y - 8 * Math.sin(angle + turn)}`;
  return [path(d, "way-line"), path(`M${x} ${y}L${wing(0.5)}L${wing(-0.5)}z`, "way-head")];
}

function dot(x: number, y: number): SVGElement {
  return svg("circle", { class: "way-dot", cx: String(x), cy: String(y), r: "4" });
}

/** The point where a line leaves a state's box. */
function edge([x, y]: Point, [cx, cy]: Point, dx: number, dy: number): Point {
  const side = (position: number, centre: number, half: number, step: number): number =>
    step === 0 ? Number.POSITIVE_INFINITY : (centre + Math.sign(step) * half - position) / step;
  const t = Math.min(side(x, cx, HALF_WIDTH, dx), side(y, cy, HALF_HEIGHT, dy));
  return [x + dx * t, y + dy * t];
}

const HALF_WIDTH = 46;
const HALF_HEIGHT = 15;
