// The moment of a ruling: who won, with all cards, stands over the page for a moment, or until a tap. Numbers, and what
// breaking a rule costs, stay until a tap, or until somebody acts; what is rare is told on the board as well, also where
// an earlier ruling is overturned. Then it is in its place on the page, which says it to whoever hears the page.

import {
  all, CORRECT, COST, main, NEWS, NUMBERS, OBJECTS, RARE_NEWS, RULINGS, SUMMARY, TELLING, WINNERS,
} from "../dom.js";
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
  const { rareAt = "" } = main.querySelector(RARE_NEWS)?.dataset ?? {};
  return { ruled: Number(rulings), rare: rare && `${rulings} ${rare}`, rareAt, acted: main.dataset.seq };
}

function end() {
  clearTimeout(timer);
  shown?.remove();
  shown = null;
}

// What can be opened or pressed stands on the page alone, but for the objection, which people make at once. Keys and
// voices find that on the page.
function copyOf(ruling) {
  const copy = ruling.cloneNode(true);
  for (const link of all(CORRECT, copy)) link.replaceWith(...link.childNodes);
  for (const part of all(`details, button, a:not(${OBJECTS})`, copy)) part.remove();
  for (const link of all(OBJECTS, copy)) link.tabIndex = -1;
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

function show(content, { yours, rare }) {
  end();
  const isBroken = content.querySelector(COST) !== null;
  shown = document.createElement("div");
  shown.className = `winning-moment ${rare ? "rare" : ""} ${isBroken ? "broken" : ""}`;
  shown.setAttribute("aria-hidden", "true");
  if (rare) shown.append(line("rarity", rare));
  if (yours) shown.append(line("yours", yours));
  shown.append(content);
  shown.addEventListener("click", end);
  document.body.append(shown);
  if (!shown.querySelector(`${NUMBERS}, ${COST}`)) timer = setTimeout(end, rare ? RARE_MS : MOMENT_MS);
}

const sentence = (element) => line("summary", element.textContent);

addEventListener("keydown", end);
pageRedrawn.on(() => {
  const before = known;
  known = latest();
  const rulings = main.querySelector(RULINGS);
  const ruling = rulings?.querySelector(TELLING) ?? rulings?.querySelector(SUMMARY);
  const isRare = known.rare !== "" && known.rare !== before.rare;
  const isTelling = known.ruled > before.ruled && ruling?.querySelector(`${WINNERS}, ${NUMBERS}, ${COST}`);
  const isShown = isRare || (isTelling && !isBoard && !("finished" in main.dataset));
  if (ruling && isShown) {
    show(isBoard ? sentence(main.querySelector(SUMMARY)) : copyOf(ruling), rulings.dataset);
  } else if (known.rareAt !== "" && known.rareAt !== before.rareAt) {
    const news = main.querySelector(RARE_NEWS);
    show(sentence(news.querySelector(NEWS)), news.dataset);
  } else if (known.acted !== before.acted) end();
});
