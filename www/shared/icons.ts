/** Line icons on a 24 by 24 grid, as path data. */
const PATHS = {
  alert: "M12 3.5 22 20.5H2zM12 10v4.5M12 17.4v.1",
  arrowIn: "M19 5 6 18M6 8v10h10",
  arrowOut: "M5 19 18 6M8 6h10v10",
  backspace: "M9 5h12v14H9l-7-7zM12 9.5l5 5M17 9.5l-5 5",
  check: "M4 12.5 9.5 18 20 6.5",
  chevron: "M6 9l6 6 6-6",
  close: "M5 5l14 14M19 5 5 19",
  copy: "M9 9h11v12H9zM15 9V3H4v12h5",
  expand: "M5 9V5h4M19 9V5h-4M5 15v4h4M19 15v4h-4",
  exit: "M14 4H5v16h9M10 12h11M17 8l4 4-4 4",
  grip: "M9 6v.1M15 6v.1M9 12v.1M15 12v.1M9 18v.1M15 18v.1",
  keypad: "M5 5v.1M12 5v.1M19 5v.1M5 12v.1M12 12v.1M19 12v.1M5 19v.1M12 19v.1M19 19v.1",
  mail: "M3 5h18v14H3zM3 6l9 7 9-7",
  mic: "M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3zM5 11a7 7 0 0 0 14 0M12 18v3",
  micOff: "M9 9v2a3 3 0 0 0 5 2M15 9V6a3 3 0 0 0-6-.5M5 11a7 7 0 0 0 11 5.7M19 11a7 7 0 0 1-.6 2.8M12 18v3M3 3l18 18",
  minimise: "M5 12h14",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
  note: "M5 3h14v12l-6 6H5zM13 21v-6h6M8.5 8h7M8.5 12h4",
  pause: "M8 5v14M16 5v14",
  phone: "M5 3h4l2 5-2.5 1.8a12 12 0 0 0 5.7 5.7L16 13l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 5a2 2 0 0 1 2-2z",
  phoneDown: "M2 14.5v-2C7 7.8 17 7.8 22 12.5v2l-1 1.5-5-1.5v-3c-2.6-.8-5.4-.8-8 0v3L3 16z",
  play: "M7 4.5 19 12 7 19.5z",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M5 5l1.7 1.7M17.3 17.3 19 19M5 19l1.7-1.7M17.3 6.7 19 5",
  transfer: "M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 14h10l1-14M10 11v6M14 11v6",
  user: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21a8 8 0 0 1 16 0",
  window: "M3 4h18v16H3zM3 9h18M6.5 6.5v.1",
} as const;

/** The name of an icon. */
export type IconName = keyof typeof PATHS;

/** Draws an icon; it is decoration, so assistive technology skips it. */
export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("focusable", "false");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

const SVG = "http://www.w3.org/2000/svg";
