// The instance is made in each of the places apps make it; the address chooses one. A
// test edits the module that makes it.
import { createRoot } from "react-dom/client";

// Survives a hot reload, and not the page's.
window.loadedAt = performance.timeOrigin;
const place = location.search.slice(1);
if (place === "singleton") {
  await import("./singleton.js");
} else {
  const { Phone } = place === "hook" ? await import("./hook.jsx") : await import("./memo.jsx");
  createRoot(document.getElementById("root")).render(<Phone />);
}
