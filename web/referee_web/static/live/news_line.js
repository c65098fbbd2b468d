// News that came while one looked further down the page, a ruling, a correction, or what somebody else was faster to
// enter, is told in a line over what one sees, until all of it is seen or something else is entered; a tap goes there.
// It lies over cards, buttons or rulings only where these leave no room at all: then as one line at the top.

import {
  all, CARDS_SHOWN, EFFECT, FOLDED, LINGERING, main, NEWS, RULINGS, SAID, spoken, TAPPED, WINNERS,
} from "../dom.js";

const hint = document.createElement("button");
const text = document.createElement("span");
let due = null;
// The number of the table's last record when the line came.
let since = "";

hint.type = "button";
hint.className = "news-line";
hint.append(text);
hint.addEventListener("click", () => due?.scrollIntoView({ block: "center", behavior: "instant" }));

const ALL_OF_IT = 0.95;
const seen = new IntersectionObserver((entries) => {
  if (entries.some(({ isIntersecting }) => isIntersecting)) pointTo(null);
}, { threshold: ALL_OF_IT });

const findNews = () => all(`:scope > ${LINGERING}, ${NEWS}, ${SAID}`);

// What there is to be seen now, in words.
export const newsNow = () => new Set(findNews().map(spoken));

function pointTo(element) {
  seen.disconnect();
  due = element;
  if (!element) return hint.remove();
  // What was corrected, and what that did.
  const effect = element.closest("li")?.querySelector(EFFECT);
  text.replaceChildren();
  for (const part of [element, effect].filter(Boolean)) {
    const copy = part.cloneNode(true);
    // The line is a button, which holds no other.
    for (const link of all("a", copy)) link.remove();
    text.append(...copy.childNodes, " ");
  }
  hint.setAttribute("aria-label", spoken(element));
  document.body.append(hint);
  keepClear();
  seen.observe(element);
}

const UNCOVERED = `${SAID}, ${WINNERS}, ${CARDS_SHOWN}, ${TAPPED}`;
// As many lines of text as there is room for.
const LINES = [4, 2, 1];

// The line goes once what it tells of begins in view, opened or not.
function keepClear() {
  if (!hint.isConnected) return;
  if ((due.closest(RULINGS) ?? due).getBoundingClientRect().top >= 0) {
    pointTo(null);
    return;
  }
  const shown = all(UNCOVERED).filter((element) => element !== hint && isVisible(element));
  const boxes = shown.map((element) => element.getBoundingClientRect());
  boxes.sort((one, other) => one.top - other.top);
  hint.style.top = 0;
  for (const lines of LINES) {
    hint.style.setProperty("--lines", lines);
    const height = hint.offsetHeight;
    const top = findRoom(boxes, height);
    if (top + height > innerHeight) continue;
    hint.style.top = `${top}px`;
    return;
  }
}

// The first height at which so much room is between these boxes.
function findRoom(boxes, height) {
  let room = 0;
  for (const { top, bottom } of boxes) {
    if (top >= room + height) break;
    room = Math.max(room, bottom);
  }
  return room;
}
addEventListener("scroll", keepClear, { passive: true });
addEventListener("toggle", keepClear, true);

const isVisible = (element) => element.offsetParent && !element.closest(`${FOLDED} > :not(summary)`);

// Points to what was not there `before`, or to what was pointed to and is not seen yet, until something is entered.
export function pointOut(before) {
  const visible = findNews().filter(isVisible);
  const last = hint.isConnected && since === main.dataset.seq ? hint.getAttribute("aria-label") : "";
  const next = visible.find((news) => !before.has(spoken(news))) || visible.find((news) => spoken(news) === last);
  since = main.dataset.seq;
  pointTo(next && next.getBoundingClientRect().top < 0 ? next : null);
}
