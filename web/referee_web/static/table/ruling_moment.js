// The moment of a ruling. One of more than a line opens in its place, first on the page, and folds to its line when
// somebody acts; for whoever is to pick something now it stays a line, unless it revealed what was secret. A swipe to the
// side opens and closes it too, wherever the thumb is. What is rare stands over all screens first, for a moment, or until
// a tap or a key.

import {
  all, CONTINUE, COST, createElement, FIELD, FORMS, isOpen, isTouched, main, NEWS, NUMBERS, RARE_NEWS, RULING_LINE, RULINGS,
  SUMMARY,
} from "../dom.js";
import { pageRedrawn } from "../events.js";

const RARE_MS = 3000;
const LEAST_PX = 56;
// From there phones go back to the page before.
const EDGE_PX = 24;
// What is itself moved to the side, or marked by that.
const OWN_SWIPE = "[data-lift], .picked, input:not([data-card]), textarea, select, [role=region], [data-pad]";
const LOW = matchMedia("(max-height: 40rem)");
const MORE_THAN_A_LINE = `${NUMBERS}, ${COST}`;
let known = latest();
let opened = "";
let shown = null;
let timer = 0;
let from = null;

function latest() {
  const { rulings = 0, rare = "" } = main.querySelector(RULINGS)?.dataset ?? {};
  const { rareAt = "" } = main.querySelector(RARE_NEWS)?.dataset ?? {};
  return { ruled: Number(rulings), rare: rare && `${rulings} ${rare}`, rareAt, acted: main.dataset.seq };
}

// In its place

// Cards and choices would be pushed below the thumb; the pad for numbers stands there in any case, and on a low screen
// hides what it fills.
function isToPick() {
  const asked = all(`${FORMS} ${FIELD}`).find(isOpen);
  const isAtPad = !LOW.matches && asked?.dataset.type.startsWith("number");
  return "picks" in main.querySelector(RULINGS).dataset && asked && !isAtPad;
}

function unfold() {
  const line = main.querySelector(RULING_LINE);
  const isLong = line?.querySelector(MORE_THAN_A_LINE) || main.querySelector(RULINGS)?.dataset.rare;
  const isEntering = all(`${FORMS} input`).some(isTouched);
  if (!line || !isLong || isEntering || isToPick()) return;
  opened = line.id;
  line.open = true;
  // Once everything has its place. Whoever reads further down has a line that leads there.
  if (scrollY < innerHeight / 2) queueMicrotask(() => scrollTo(0, 0));
}

function fold() {
  document.getElementById(opened)?.removeAttribute("open");
  opened = "";
}

// Whoever enters something looks there, and what is touched stays under the finger as far as the page can scroll.
function foldFor({ target }) {
  const line = main.querySelector(`${RULING_LINE}[open]`);
  if (!line || !target.closest(FORMS)) return;
  const { top } = target.getBoundingClientRect();
  line.open = false;
  scrollBy({ top: target.getBoundingClientRect().top - top, behavior: "instant" });
}

main.addEventListener("click", foldFor, true);
main.addEventListener("click", (event) => {
  if (!event.target.closest(CONTINUE)) return;
  event.preventDefault();
  const line = main.querySelector(RULING_LINE);
  line.open = false;
  line.querySelector("summary").focus({ preventScroll: true });
  scrollTo(0, 0);
});
main.addEventListener("input", foldFor, true);

// At a swipe

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

// Over the page

function end() {
  clearTimeout(timer);
  shown?.remove();
  shown = null;
}

const paragraph = (name, text) => createElement("p", { class: name }, text);

// The page beneath says it to whoever hears the page.
function show({ rare, yours }, sentence) {
  end();
  shown = createElement("div", { class: "rare-moment", "aria-hidden": "true" });
  // Its name need not be told twice.
  const text = sentence.textContent.replace(`${rare}: `, "");
  if (text.toLowerCase().includes(rare.toLowerCase())) shown.append(paragraph("rarity", text));
  else shown.append(paragraph("rarity", rare), paragraph("summary", text));
  if (yours) shown.append(paragraph("yours", yours));
  shown.addEventListener("click", end);
  document.body.append(shown);
  timer = setTimeout(end, RARE_MS);
}

addEventListener("keydown", end);
// Before other scripts see where the page stands.
pageRedrawn.on(() => {
  const before = known;
  known = latest();
  const rulings = main.querySelector(RULINGS);
  if (known.acted !== before.acted) {
    end();
    fold();
  }
  if (known.ruled > before.ruled) unfold();
  // Where the latest was taken back, an earlier one is no news.
  const isNew = known.ruled >= before.ruled && known.rare !== before.rare;
  if (known.rare !== "" && isNew) {
    show(rulings.dataset, main.querySelector(SUMMARY));
  } else if (known.rareAt !== "" && known.rareAt !== before.rareAt) {
    const news = main.querySelector(RARE_NEWS);
    show(news.dataset, news.querySelector(NEWS));
  }
}, { capture: true });
