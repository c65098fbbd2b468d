// A swipe to the side opens all of the latest ruling, which stands in a line while something is entered, wherever the thumb
// is; a second one closes it. A tap on its line does the same.

import { main, RULING_LINE } from "../dom.js";

const LEAST_PX = 56;
// From there phones go back to the page before.
const EDGE_PX = 24;
// What is itself moved to the side, or marked by that.
const OWN_SWIPE = "[data-lift], .picked, input:not([data-card]), textarea, select, [role=region], [data-pad]";
let from = null;

main.addEventListener("touchstart", (event) => {
  const [{ clientX: x, clientY: y }] = event.touches;
  const isEdge = Math.min(x, innerWidth - x) < EDGE_PX;
  from = event.touches.length > 1 || isEdge || event.target.closest(OWN_SWIPE) ? null : { x, y };
}, { passive: true });

main.addEventListener("touchend", (event) => {
  const line = main.querySelector(RULING_LINE);
  if (!from || !line) return;
  const [{ clientX, clientY }] = event.changedTouches;
  const aside = Math.abs(clientX - from.x);
  const along = Math.abs(clientY - from.y);
  from = null;
  if (aside < LEAST_PX || aside < 2 * along) return;
  line.open = !line.open;
  if (line.open) line.scrollIntoView({ block: "nearest", behavior: "instant" });
}, { passive: true });
