// Keeps a table's page up to date without disturbing what is being entered on it. The stream only says that something
// changed; the page then fetches itself and takes over what is different.

import "./wake_lock.js";
import { isDown, whenLifted } from "./touch_hold.js";
import { keepForms, touched } from "./kept_forms.js";
import { focusToKeep, holdPlace, placesHeld } from "./kept_places.js";
import { again, ask, follow } from "./connection.js";
import { showState, showStrip, showTrouble } from "./status_strip.js";
import { newsNow, pointOut } from "./news_line.js";
import { isSending, sendForms, sendWaiting, whenAnswered } from "./outbox.js";
import { copyGrids } from "../cards/places.js";
import { all, ASKED, ASKED_FIRST, FORMS, LEAD, main, RULINGS, spoken, SUMMARY, takeSheets, WAYS, withKey } from "../dom.js";
import { changeHeard, entryAnswered, entryRefused, entryTaken, pageRedrawn, rulingCame } from "../events.js";

const LINGER_MS = 15000;
const AGAIN_MS = 2000;
const announcer = document.getElementById("announce");
let fetching = null;
let fetchAgain = false;
let isLive = false;
let nextTry = 0;
let told = Date.now();

const texts = (what) => all(what).map(spoken).join(" ");

// What matters most first.
function whatToHear() {
  return {
    asked: texts(ASKED),
    ruling: texts(SUMMARY),
    next: texts("[data-next]"),
    raced: main.querySelector("[data-raced] svg")?.getAttribute("aria-label") || "",
  };
}

function announce(text) {
  announcer.textContent = "";
  setTimeout(() => { announcer.textContent = text; }, 100);
}

function announceChange(before) {
  const now = whatToHear();
  const news = Object.keys(now).filter((what) => now[what] && now[what] !== before[what]);
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

// Whoever was about to enter what somebody else has entered is told so.
function sayEntered({ dataset }) {
  if (!dataset.entered) return [];
  const note = document.createElement("p");
  Object.assign(note, { className: "note", textContent: dataset.entered });
  note.setAttribute("role", "alert");
  note.toggleAttribute("data-linger", true);
  told = Date.now();
  return [note];
}

// The scroll position after an entry, as long as nobody has scrolled: the next ruling should be visible there too.
let leftAt = null;

const isWhereLeft = () => leftAt !== null && Math.abs(scrollY - leftAt) <= 1;
// Whether the match has begun, and whether it is over.
const stage = () => ["begun", "finished"].filter((one) => one in main.dataset).join();
const rulingNow = () => main.querySelector(RULINGS)?.dataset.rulings;

// While a ruling is questioned the match waits, and whoever asks for a seat waits too: that is seen at once, and nobody
// goes on typing below.

function showAsked(before) {
  const now = all(ASKED_FIRST).find((asked) => !before.includes(asked.textContent));
  if (!now) return false;
  main.focus({ preventScroll: true });
  now.scrollIntoView({ block: "center", behavior: "instant" });
  return true;
}

function takeMarks(fresh) {
  for (const name of Object.keys(main.dataset)) if (!(name in fresh.dataset)) delete main.dataset[name];
  Object.assign(main.dataset, fresh.dataset);
}

function redraw(fresh) {
  const before = whatToHear();
  const opened = new Map(all("details[data-keep]").map((found) => [found.id, found.open]));
  const refocus = focusToKeep();
  const places = placesHeld();
  const [ruledBefore, wasWhereLeft] = [rulingNow(), isWhereLeft()];
  const stageBefore = stage();
  const asked = all(ASKED_FIRST).map((one) => one.textContent);
  const knew = newsNow();
  const lingering = Date.now() - told < LINGER_MS ? all("[data-linger]") : [];
  copyGrids(fresh);
  const entered = keepForms(fresh) ? sayEntered(fresh) : [];
  for (const found of all("details[data-keep]", fresh)) {
    if (opened.has(found.id) && !found.querySelector("[data-answered]")) found.open = opened.get(found.id);
  }
  takeMarks(fresh);
  // A dialog stays open over the page.
  for (const old of [...main.childNodes]) if (old.localName !== "dialog") old.remove();
  main.prepend(...entered, ...lingering, ...fresh.childNodes);
  const isBack = refocus();
  if (!isBack) main.focus({ preventScroll: true });
  pageRedrawn.send();
  // Only now has every script added its part.
  if (!isBack) refocus();
  const isAsked = showAsked(asked);
  // What comes first then stands at the top: what is to do when the match begins, and at its end the winner.
  if (stage() !== stageBefore) window.scrollTo(0, 0);
  else if (!isAsked) holdPlace(places);
  if (wasWhereLeft && !isAsked) {
    const isNews = rulingNow() && rulingNow() !== ruledBefore;
    if (isNews && !all(`${FORMS} input`).some(touched)) rulingCame.send();
    leftAt = scrollY;
  }
  pointOut(knew);
  announceChange(before);
}

const pageOf = (html) => new DOMParser().parseFromString(html, "text/html");
const styleOf = (page) => page.querySelector('link[rel="stylesheet"]')?.getAttribute("href");

// Once a match has begun, there are more links.
function takeWays(page) {
  const there = all(WAYS, page);
  all(WAYS, document).forEach((here, at) => {
    if (there[at] && there[at].innerHTML !== here.innerHTML) here.replaceChildren(...there[at].childNodes);
  });
}

function mainOf(page) {
  const found = page.getElementById("main");
  return found?.dataset.live ? document.adoptNode(found) : null;
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
    fetchAgain = true;
    return fetching;
  }
  fetching = takeOver().catch(report);
  const reached = await fetching;
  fetching = null;
  if (!fetchAgain) return reached;
  fetchAgain = false;
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
  const page = pageOf(html);
  await takeSheets(page);
  showTrouble(response.status === 503 ? page.querySelector(LEAD)?.textContent.trim() || "" : "");
  if (response.status === 304) return true;
  if (response.status === 429 || response.status >= 500) tryAgain();
  // An updated referee has other styles and scripts than this page.
  const isOutdated = response.ok && styleOf(page) !== styleOf(document);
  const fresh = mainOf(page);
  if (response.status === 404 || isOutdated) whenQuiet(() => location.reload());
  else if (fresh) {
    whenQuiet(() => {
      if (isOlder(fresh)) return;
      if (fresh.dataset.content && fresh.dataset.content === main.dataset.content) {
        takeMarks(fresh);
        return;
      }
      takeWays(page);
      redraw(fresh);
    });
  }
  return true;
}

// A fetch begun before an entry was made may be answered after it.
function isOlder(fresh) {
  return Number(fresh.dataset.seq) < Number(main.dataset.seq);
}

// An entry is answered by the page as it is now.

function taken(form, fresh, ok) {
  const { key } = form.dataset;
  entryAnswered.send({ form, ok });
  form.removeAttribute("data-key");
  main.focus({ preventScroll: true });
  // What was told before is about an earlier entry.
  told = 0;
  redraw(fresh);
  const shown = withKey(key);
  const trouble = ok ? null : shown?.querySelector("[role=alert]") || main.querySelector("[data-linger]");
  if (trouble) {
    told = Date.now();
    trouble.scrollIntoView({ block: "center", behavior: "instant" });
    entryRefused.send();
  } else {
    window.scrollTo(0, 0);
    entryTaken.send();
    leftAt = scrollY;
  }
}

// Phones of a finished match go on to its rematch the moment it begins. Whoever comes later only sees a link.

const FOLLOW = "a[data-follow]";
const wayOn = main.querySelector(FOLLOW);

pageRedrawn.on(() => {
  const way = main.querySelector(FOLLOW);
  if (way && !wayOn) location.assign(way.href);
});

announceOnArrival();
showStrip(again);
sendForms((form, fresh, ok) => whenLifted(() => taken(form, fresh, ok)));
follow(main.dataset.live, {
  // At every sign of life: what was sent just before the connection was back may have failed since.
  state: (now) => {
    isLive = now === "live";
    showState(now);
    if (isLive) sendWaiting();
  },
  reached: refresh,
  changed: () => {
    changeHeard.send();
    refresh();
  },
});
