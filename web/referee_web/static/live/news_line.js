// News that came while one looked further down the page, a ruling, a correction, or what somebody else was faster to
// enter, is told in a line at the top of what one sees, below a ruling that stands there, until all of it is seen; a
// tap goes there. It lies over the page, so after some seconds it goes by itself; what it tells stays where it stands.

import {
  all, createButton, EFFECT, FOLDED, LEAVES, LINGERING, main, NEWS, RULINGS, SAID, spoken, WINNERS,
} from "../dom.js";
import { pageRedrawn } from "../events.js";
import { say } from "../messages.js";

const hint = document.createElement("button");
const text = document.createElement("span");
let due = null;
let going = 0;

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

const LONG_ENOUGH_MS = 8000;

function pointTo(element) {
  clearTimeout(going);
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
  going = setTimeout(pointTo, LONG_ENOUGH_MS, null);
}

// The line goes where what it tells of begins in view, opened or not, and covers no ruling that stands where it would.
function keepClear() {
  if (!hint.isConnected) return;
  if ((due.closest(RULINGS) ?? due).getBoundingClientRect().top >= 0) {
    pointTo(null);
    return;
  }
  const rulings = all(`${SAID}, ${WINNERS}`).filter(isVisible);
  const boxes = rulings.map((ruling) => (ruling.closest("summary") ?? ruling).getBoundingClientRect());
  hint.style.top = `${Math.max(0, ...boxes.filter(({ top }) => top < hint.offsetHeight).map(({ bottom }) => bottom))}px`;
}
addEventListener("scroll", keepClear, { passive: true });
addEventListener("toggle", keepClear, true);

const isVisible = (element) => element.offsetParent && !element.closest(`${FOLDED} > :not(summary)`);

// Points to what was not there `before`, or to what was pointed to and is not seen yet.
export function pointOut(before) {
  const visible = findNews().filter(isVisible);
  const last = hint.isConnected ? hint.getAttribute("aria-label") : "";
  const next = visible.find((news) => !before.has(spoken(news))) || visible.find((news) => spoken(news) === last);
  pointTo(next && next.getBoundingClientRect().top < 0 ? next : null);
}

// Where they stand, a tap takes them away for as long as the page is open.
const LEAVE = "[data-leave]";
const gone = new Set();

function offerToLeave() {
  for (const news of all(LEAVES)) {
    news.hidden = gone.has(news.dataset.leaves);
    if (!news.querySelector(LEAVE)) {
      news.prepend(createButton({ class: "leave", "data-leave": "", "aria-label": say("Hide this") }, "×"));
    }
  }
}

main.addEventListener("click", ({ target }) => {
  if (!target.closest(LEAVE)) return;
  gone.add(target.closest(LEAVES).dataset.leaves);
  offerToLeave();
  main.focus({ preventScroll: true });
});
pageRedrawn.on(offerToLeave);
offerToLeave();
