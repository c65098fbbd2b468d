// On the table's page and its board: keeps the page up to date without disturbing what is being entered on it. The
// stream only says that something changed; the page then fetches itself and takes over what is different.

import "./wake_lock.js";
import { leadOn } from "./leading_on.js";
import { dropSending, isDown, whenLifted } from "./touch_hold.js";
import { noteBlocks, takeBlocks } from "./blocks.js";
import { keepForms } from "./kept_forms.js";
import { focusToKeep, holdPlace, placesHeld } from "./kept_places.js";
import { ask, follow, wake } from "./connection.js";
import { showState, showStrip, showTrouble } from "./status_strip.js";
import { newsNow, pointOut } from "./news_line.js";
import { beginSending, isSending, sendUnsent, whenAnswered, wordsOf } from "./outbox.js";
import {
  ALERT, ALERT_ANSWERED, all, announcer, ANSWERED, ASKED, ASKED_FIRST, copyGrids, createElement, FOLLOW, FORMS,
  isTouched, KEPT_OPEN, LEAD, LINGERING, main, NEWS, NEXT, pageOf, RACED, RULINGS, spoken, SUMMARY, takeSheets, WAYS,
  withKey,
} from "../dom.js";
import { say } from "../messages.js";
import { changeHeard, entryAnswered, entryRefused, entryTaken, pageRedrawn, rulingCame } from "../events.js";

const LINGER_MS = 15000;
const AGAIN_MS = 2000;

// What is announced

const texts = (what) => all(what).map(spoken).join(" ");

// What matters most first.
function whatToHear() {
  return {
    asked: texts(ASKED),
    ruling: texts(SUMMARY),
    next: texts(NEXT),
    raced: main.querySelector(`${RACED} svg`)?.getAttribute("aria-label") || "",
  };
}

function announce(text) {
  announcer.textContent = "";
  setTimeout(() => { announcer.textContent = text; }, 100);
}

function announceChange(heard) {
  const now = whatToHear();
  const news = Object.keys(now).filter((what) => now[what] && now[what] !== heard[what]);
  if (news.length) announce(news.map((what) => now[what].replace(/[^.!?]$/, "$&.")).join(" "));
  remember(now.ruling);
}

function remember(ruling) {
  try { sessionStorage.setItem(`heard ${main.dataset.page}`, ruling); } catch { /* storage may be off */ }
}

function announceOnArrival() {
  let heard = null;
  try { heard = sessionStorage.getItem(`heard ${main.dataset.page}`); } catch { /* storage may be off */ }
  const { asked, ruling } = whatToHear();
  if (heard === null) announce(asked);
  else if (ruling && ruling !== heard) announce(ruling);
  remember(ruling);
}

// Taking over a fetched page

let lingersSince = Date.now(); // when a note was put on the page that stays for a moment
let leftAt = null; // where the page scrolled to after an entry

const isWhereLeft = () => leftAt !== null && Math.abs(scrollY - leftAt) <= 1;
const rulingNow = () => main.querySelector(RULINGS)?.dataset.rulings;
// Whether the match has begun, and whether it is over.
const stageOfMatch = () => ["begun", "finished"].filter((mark) => mark in main.dataset).join();

function redraw(fresh) {
  const before = lookAtPage();
  const hasLost = takeIn(fresh, before);
  if (hasLost) dropSending();
  // As far as can be, before scripts add their parts; and again once every script has added its part.
  const isBack = before.refocus();
  if (!isBack) main.focus({ preventScroll: true });
  pageRedrawn.send();
  if (!isBack) before.refocus();
  keepInView(before, hasLost);
  pointOut(before.news);
  announceChange(before.heard);
}

// What stands on the page and is to be compared, or kept, when it is drawn again.
function lookAtPage() {
  const isLingering = Date.now() - lingersSince < LINGER_MS;
  return {
    heard: whatToHear(),
    news: newsNow(),
    asked: all(ASKED_FIRST).map(({ textContent }) => textContent),
    ruling: rulingNow(),
    stage: stageOfMatch(),
    opened: new Map(all(KEPT_OPEN).map(({ id, open }) => [id, open])),
    lingering: isLingering ? all(LINGERING) : [],
    refocus: focusToKeep(),
    places: placesHeld(),
    isNearTop: scrollY < innerHeight / 2,
    isWhereLeft: isWhereLeft(),
  };
}

// Puts the fresh page in the place of this one, with what was filled in, folded and told on this one. Returns whether
// anything that was filled in is not asked for any more.
function takeIn(fresh, { opened, lingering }) {
  noteBlocks(fresh);
  for (const fold of all(KEPT_OPEN, fresh)) {
    if (opened.has(fold.id) && !fold.querySelector(ANSWERED)) fold.open = opened.get(fold.id);
  }
  copyGrids(fresh);
  const { stays, gone } = keepForms(fresh);
  const lost = gone.map(wordsOf).join(" ");
  const entered = sayEntered(fresh, lost);
  const isNews = fresh.dataset.seq !== main.dataset.seq;
  const staying = lingering.filter(({ dataset }) => dataset.linger !== "once" || !isNews);
  takeMarks(fresh);
  takeBlocks(main, fresh, stays, [...entered, ...staying]);
  return entered.length > 0;
}

// Whoever was asked, or about to enter, what somebody else has entered is told what, and what they had, until the next
// news, and where to put it right.
function sayEntered(fresh, lost) {
  const { entered, enteredSeq, enteredAt, enteredAdvice } = fresh.dataset;
  const answered = fresh.querySelector(ALERT_ANSWERED);
  const isNew = enteredSeq !== main.dataset.enteredSeq && Number(enteredSeq) > Number(main.dataset.seq);
  const isTold = answered ? lost : isNew && (lost || "enteredMine" in fresh.dataset);
  if (!entered || !isTold) return [];
  lingersSince = Date.now();
  answered?.remove();
  const isOther = lost && !lettersOf(entered).endsWith(lettersOf(lost));
  const words = isOther ? `${entered} ${say("(You had: {what})", { what: lost })} ` : `${entered} `;
  const way = enteredAt ? createElement("a", { href: enteredAt }, say("Wrong?")) : enteredAdvice;
  return [createElement("p", { class: "note", role: "alert", "data-linger": "once" }, words, way)];
}

const lettersOf = (text) => text.replace(/[^\p{L}\p{N}\p{S}]/gu, "");

function takeMarks(fresh) {
  for (const name of Object.keys(main.dataset)) if (!(name in fresh.dataset)) delete main.dataset[name];
  Object.assign(main.dataset, fresh.dataset);
}

// Scrolls to what matters most, and else to where the page stood, if what was filled in there is still asked for.
function keepInView(before, hasLost) {
  const isAsked = showAsked(before.asked);
  // What comes first then stands at the top: what is to do when the match begins, and at its end the winner.
  if (stageOfMatch() !== before.stage || hasLost) window.scrollTo(0, 0);
  else if (!isAsked && !showChange(before)) holdPlace(before.places);
  if (before.isWhereLeft && !isAsked) followRuling(before.ruling);
}

// What somebody corrected is read from the top, unless one is picking or reads further down; these have a line that
// leads there. Returns whether the page went there.
function showChange({ news, isNearTop }) {
  const isNew = all(NEWS).some((change) => !news.has(spoken(change)));
  if (!isNew || !isNearTop || all(`${FORMS} input`).some(isTouched)) return false;
  window.scrollTo(0, 0);
  return true;
}

// While a ruling is disputed the match waits, and whoever asks for a seat waits too: that is seen at once, and nobody
// goes on typing below. Returns whether there is something new of the kind.
function showAsked(before) {
  const now = all(ASKED_FIRST).find((asked) => !before.includes(asked.textContent));
  if (!now) return false;
  main.focus({ preventScroll: true });
  now.scrollIntoView({ block: "center", behavior: "instant" });
  return true;
}

// As long as nobody has scrolled since an entry, the next ruling should be visible there too. Whoever has nothing to pick
// reads it from the top, with what is done next.
function followRuling(before) {
  const isNews = rulingNow() && rulingNow() !== before;
  if (isNews && !all(`${FORMS} input`).some(isTouched)) {
    rulingCame.send();
    if (!main.querySelector(`${RULINGS}[data-picks]`) && scrollY < innerHeight / 2) scrollTo(0, 0);
  }
  leftAt = scrollY;
}

// Fetching the page

let isLive = false;
let fetching = null; // the promise of an answer
let fetchesAgain = false;
let nextTry = 0; // the timer

const styleOf = (page) => page.querySelector('link[rel="stylesheet"]')?.getAttribute("href");

// Once a match has begun, there are more links.
function takeWays(page) {
  const there = all(WAYS, page);
  all(WAYS, document).forEach((here, at) => {
    if (there[at] && there[at].innerHTML !== here.innerHTML) here.replaceChildren(...there[at].childNodes);
  });
}

function mainOf(page) {
  const fresh = page.getElementById("main");
  return fresh?.dataset.live ? document.adoptNode(fresh) : null;
}

// The page changes neither under a finger nor while an entry is on its way: the answer is a page too, and must not
// replace a later one.
function whenQuiet(act) {
  if (isDown()) whenLifted(() => whenQuiet(act));
  else if (isSending()) whenAnswered(() => whenQuiet(act));
  else act();
}

// A change is announced only once: if the page could not be fetched, it is fetched again.
function tryAgain() {
  clearTimeout(nextTry);
  if (isLive) nextTry = setTimeout(refresh, AGAIN_MS);
}

// Returns whether the referee answered. A call during another waits for that answer, and then for one more.
async function refresh() {
  if (isDown()) {
    whenLifted(refresh);
    return false;
  }
  if (fetching) {
    fetchesAgain = true;
    return fetching;
  }
  fetching = takeOver().catch(report);
  const reached = await fetching;
  fetching = null;
  if (!fetchesAgain) return reached;
  fetchesAgain = false;
  return refresh();
}

// A fault while news is drawn is the browser's to report: it does not keep the page from the next.
function report(fault) {
  queueMicrotask(() => { throw fault; });
  return true;
}

async function takeOver() {
  const { tag } = main.dataset;
  const headers = tag ? { "If-None-Match": `"${tag}"` } : {};
  let answer;
  try {
    answer = await ask(main.dataset.page, { cache: "no-store", headers });
  } catch {
    tryAgain();
    return false;
  }
  const { response, html } = answer;
  if (leadsOn(response)) {
    whenQuiet(() => leadOn(response.url));
    return true;
  }
  const page = pageOf(html);
  await takeSheets(page);
  showTrouble(response.status === 503 ? page.querySelector(LEAD)?.textContent.trim() || "" : "");
  if (response.status === 429 || response.status >= 500) tryAgain();
  if (response.status !== 304) takeAnswer(response, page);
  return true;
}

// Once an event has begun its next round, a table's page leads there.
const leadsOn = ({ redirected, url }) => redirected && new URL(url).pathname !== location.pathname;

function takeAnswer({ ok, status }, page) {
  // An updated referee has other styles and scripts than this page.
  const isOutdated = ok && styleOf(page) !== styleOf(document);
  const fresh = mainOf(page);
  if (status === 404 || isOutdated) whenQuiet(() => location.reload());
  else if (fresh) whenQuiet(() => takeNews(page, fresh));
}

function takeNews(page, fresh) {
  if (isOlder(fresh)) return;
  const isSame = fresh.dataset.content && fresh.dataset.content === main.dataset.content;
  if (isSame) {
    takeMarks(fresh);
    return;
  }
  takeWays(page);
  redraw(fresh);
}

// A fetch begun before an entry was made may be answered after it.
function isOlder(fresh) {
  return Number(fresh.dataset.seq) < Number(main.dataset.seq);
}

// An entry is answered by the page as it is now.

function takeAnswerTo(form, fresh, ok) {
  const { key } = form.dataset;
  entryAnswered.send({ form, ok });
  form.removeAttribute("data-key");
  main.focus({ preventScroll: true });
  // What was told before is about an earlier entry.
  lingersSince = 0;
  redraw(fresh);
  const shown = withKey(key);
  const trouble = ok ? null : shown?.querySelector(ALERT) || main.querySelector(LINGERING);
  if (trouble) {
    lingersSince = Date.now();
    trouble.scrollIntoView({ block: "center", behavior: "instant" });
    entryRefused.send();
  } else {
    window.scrollTo(0, 0);
    entryTaken.send();
    leftAt = scrollY;
  }
}

// Phones of a finished match go on to its rematch the moment it begins, and of an event's table back to the event once its
// result stands. Whoever comes later only sees a link.

let hasWayOn = Boolean(main.querySelector(FOLLOW));

pageRedrawn.on(() => {
  const way = main.querySelector(FOLLOW);
  if (way && !hasWayOn) location.assign(way.href);
  hasWayOn = Boolean(way);
});

announceOnArrival();
showStrip(wake);
beginSending((form, fresh, ok) => whenLifted(() => takeAnswerTo(form, fresh, ok)));
follow(main.dataset.live, {
  // At every sign of life: what was sent just before the connection was back may have failed since.
  state: (now) => {
    isLive = now === "live";
    showState(now);
    if (isLive) sendUnsent();
  },
  reached: refresh,
  changed: () => {
    changeHeard.send();
    refresh();
  },
});
