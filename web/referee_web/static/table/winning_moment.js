// The moment of a ruling: who won, with all cards, stands over the page until a tap, or for a moment. Then it is in its
// place on the page, which says it to whoever hears the page.

import { all, CORRECT, main, NUMBERS, RULINGS, TELLING, WINNERS } from "../dom.js";
import { pageRedrawn } from "../events.js";

const MOMENT_MS = 2500;
let known = Number(rulingNow());
let shown = null;
let timer = 0;

function rulingNow() {
  return main.querySelector(RULINGS)?.dataset.rulings || 0;
}

function end() {
  clearTimeout(timer);
  shown?.remove();
  shown = null;
}

// What can be opened or pressed stands on the page alone.
function copyOf(ruling) {
  const copy = ruling.cloneNode(true);
  for (const link of all(CORRECT, copy)) link.replaceWith(...link.childNodes);
  for (const part of all("details, button, a", copy)) part.remove();
  for (const part of all("[id]", copy)) part.removeAttribute("id");
  all("li", copy).forEach((card, place) => card.style.setProperty("--place", place));
  return copy;
}

function show(ruling, yours) {
  end();
  shown = document.createElement("div");
  shown.className = "winning-moment";
  shown.setAttribute("aria-hidden", "true");
  if (yours) {
    const line = document.createElement("p");
    line.className = "yours";
    line.textContent = yours;
    shown.append(line);
  }
  shown.append(copyOf(ruling));
  shown.addEventListener("click", end);
  document.body.append(shown);
  timer = setTimeout(end, MOMENT_MS);
}

pageRedrawn.on(() => {
  const now = Number(rulingNow());
  const isNew = now > known;
  known = now;
  const rulings = main.querySelector(RULINGS);
  const ruling = rulings?.querySelector(TELLING);
  if (!ruling || "finished" in main.dataset) return end();
  if (isNew && ruling.querySelector(`${WINNERS}, ${NUMBERS}`)) show(ruling, rulings.dataset.yours);
});
