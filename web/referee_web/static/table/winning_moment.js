// The moment of a ruling: who won, with all cards, stands over the page for a moment, or until a tap. Numbers stay until a
// tap, or until somebody acts; what is rare is told on the board as well. Then it is in its place on the page, which
// says it to whoever hears the page.

import { all, CORRECT, main, NUMBERS, RULINGS, SUMMARY, TELLING, WINNERS } from "../dom.js";
import { pageRedrawn } from "../events.js";

const MOMENT_MS = 2500;
const RARE_MS = 7000;
// Nobody taps a screen on the wall; and it shows every ruling large by itself.
const isBoard = main.querySelector("[data-ring], [data-end]") !== null;
let known = latest();
let shown = null;
let timer = 0;

function latest() {
  const { rulings = 0, rare = "" } = main.querySelector(RULINGS)?.dataset ?? {};
  return { ruled: Number(rulings), rare: rare && `${rulings} ${rare}`, acted: main.dataset.seq };
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

function line(name, text) {
  const made = document.createElement("p");
  made.className = name;
  made.textContent = text;
  return made;
}

function show(ruling, { yours, rare }) {
  end();
  shown = document.createElement("div");
  shown.className = rare ? "winning-moment rare" : "winning-moment";
  shown.setAttribute("aria-hidden", "true");
  if (rare) shown.append(line("rarity", rare));
  if (yours) shown.append(line("yours", yours));
  if (isBoard) shown.append(line("summary", main.querySelector(SUMMARY).textContent));
  else shown.append(copyOf(ruling));
  shown.addEventListener("click", end);
  document.body.append(shown);
  if (!shown.querySelector(NUMBERS)) timer = setTimeout(end, rare ? RARE_MS : MOMENT_MS);
}

addEventListener("keydown", end);
pageRedrawn.on(() => {
  const before = known;
  known = latest();
  const rulings = main.querySelector(RULINGS);
  const ruling = rulings?.querySelector(TELLING) ?? rulings?.querySelector(SUMMARY);
  const isRare = known.rare !== "" && known.rare !== before.rare;
  const isWon = known.ruled > before.ruled && ruling?.querySelector(`${WINNERS}, ${NUMBERS}`);
  const isShown = isRare || (isWon && !isBoard && !("finished" in main.dataset));
  if (ruling && isShown) show(ruling, rulings.dataset);
  else if (known.acted !== before.acted) end();
});
