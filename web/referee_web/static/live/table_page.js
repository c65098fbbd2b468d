// Keeps a table's page up to date without disturbing what is being entered on it. The stream only says that something
// changed; the page then fetches itself and takes over what is different.

import "./wake_lock.js";
import { isDown, whenLifted } from "./touch_hold.js";
import { focusToKeep } from "./focus_keeping.js";
import { again, ask, follow } from "./connection.js";
import { showState, showStrip, showTrouble } from "./status_strip.js";
import { newsNow, pointOut } from "./news_line.js";
import { isSending, isUnsent, sendForms, sendWaiting, TROUBLES, whenAnswered } from "./outbox.js";
import { copyGrids } from "../cards/places.js";
import { spoken } from "../messages.js";

const LINGER_MS = 15000;
const AGAIN_MS = 2000;
const main = document.getElementById("main");
const announcer = document.getElementById("announce");
let fetching = null;
let fetchAgain = false;
let isLive = false;
let nextTry = 0;
let served = signature(main);
let told = Date.now();

function signature(element) {
  return element.innerHTML.replace(/name="id" value="[^"]*"/g, "");
}

function texts(selector) {
  return [...main.querySelectorAll(selector)].map((found) => spoken(found)).join(" ");
}

// What matters most first.
function whatToHear() {
  return {
    asked: texts(".claim strong, [data-asked]"),
    ruling: texts("[data-rulings] .summary"),
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

const HEAD = "[data-next], .head, h2";

// Values that nobody has changed give way to those of the fetched form: a race may have filled them in.
function touched(input) {
  if (input.type === "checkbox" || input.type === "radio") return input.checked !== input.defaultChecked;
  if (input.tagName !== "SELECT") return input.value !== input.defaultValue;
  return [...input.options].some((option) => option.selected !== option.defaultSelected) && !unchosen(input);
}

// A list without a chosen option shows its first.
function unchosen(list) {
  return list.selectedIndex === 0 && ![...list.options].some((option) => option.defaultSelected);
}

// An order is one value, though each seat has an input. In a form that was refused all is as somebody filled it in.
function changed(input) {
  if (input.form?.hasAttribute("data-refused")) return true;
  const order = input.closest('[data-type="order"]');
  return order ? [...order.querySelectorAll("input, select")].some(touched) : touched(input);
}

function carryOver(old, fresh) {
  for (const from of old.querySelectorAll("input, select")) {
    if (from.type === "hidden" || !from.name) continue;
    const like = [...fresh.querySelectorAll("input, select")].filter((to) => to.name === from.name);
    const picks = from.type === "checkbox" || from.type === "radio";
    const to = picks ? like.find((one) => one.value === from.value) : like[0];
    if (!to || to.disabled || !changed(from)) continue;
    if (picks) to.checked = from.checked;
    else to.value = from.value;
  }
}

// A refusal, with its rule, stays until another card is tapped or something else is sent from its form. Only where the
// cards of others were the reason, it is theirs that have changed.
function seeAfter(form, now) {
  const after = form.querySelector('input[name="after"]');
  if (!after) return;
  const isOver = "clash" in form.dataset && after.value !== now && !isUnsent(form);
  if (isOver) form.querySelectorAll(TROUBLES).forEach((one) => one.remove());
  if (!isUnsent(form)) after.value = now;
}

// The same prompt drawn again, since other cards may be picked by now.
function carryTroubles(old, fresh) {
  if (fresh.querySelector(TROUBLES)) return;
  const told = [...old.querySelectorAll(TROUBLES)];
  fresh.querySelector(HEAD).after(...told);
  fresh.toggleAttribute("data-refused", told.length > 0);
  for (const error of old.querySelectorAll("[data-field] > .error")) {
    const field = fresh.querySelector(`[data-field="${CSS.escape(error.parentElement.dataset.field)}"]`);
    field?.classList.add("has-error");
    field?.querySelector("legend").after(error);
  }
}

// A form that asks for something else now. Once the match has gone on, picks were for something else, and what is being
// sent is not a pick for the next form. Returns whether what was filled in stands in the fresh form.
function carryInto(old, fresh) {
  const isSameMoment = old.dataset.moment === fresh.dataset.moment && !old.dataset.busy;
  const isCarried = isSameMoment || fresh.hasAttribute("data-answered");
  if (isCarried) carryOver(old, fresh);
  // The same person goes on filling it in.
  if (isSameMoment && !fresh.hasAttribute("data-answered")) {
    for (const name of ["turn", "place"]) if (name in old.dataset) fresh.dataset[name] = old.dataset[name];
    fresh.dataset.carried = "";
  }
  if (isSameMoment && old.hasAttribute("data-refused")) carryTroubles(old, fresh);
  return isCarried;
}

// A form that asks for the same stays as it is, but for what is said beside it.
function stay(old, fresh) {
  seeAfter(old, fresh.querySelector('input[name="after"]')?.value);
  for (const part of [HEAD, "[data-beside]", "[data-waits]"]) {
    const now = fresh.querySelector(part);
    if (now) old.querySelector(part)?.replaceWith(now);
  }
  // While a ruling is questioned, nothing can be sent.
  const [go, before] = [fresh, old].map((one) => one.querySelector("button.go"));
  if (go && before) before.disabled = go.disabled;
  // An answer opens its panel once; from then on the panel is as its reader leaves it.
  old.removeAttribute("data-answered");
  fresh.replaceWith(old);
}

// Returns whether anything was begun on this page that is not asked for any more.
function keepForms(fresh) {
  const kept = new Set();
  for (const form of fresh.querySelectorAll("[data-key]")) {
    const old = main.querySelector(`[data-key="${CSS.escape(form.dataset.key)}"]`);
    if (!old) continue;
    const isOther = old.dataset.shape !== form.dataset.shape || form.hasAttribute("data-answered");
    if (!isOther) stay(old, form);
    if (!isOther || carryInto(old, form)) kept.add(old);
  }
  return [...main.querySelectorAll("form.prompt[data-key]")].some((old) => !kept.has(old) && isBegun(old));
}

const isBegun = (form) => !form.dataset.busy && [...form.querySelectorAll("input:not([type=hidden]), select")].some(changed);

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

// Whatever is touched, focused or looked at keeps its place on the screen.

const LOOKED_AT_MS = 10000;
let touchedThing = null;
let touchedWhen = 0;

addEventListener("pointerdown", ({ target }) => { touchedThing = target; touchedWhen = Date.now(); }, true);

const isInView = ({ top, bottom }) => bottom > 0 && top < innerHeight;
const seenHeight = ({ top, bottom }) => Math.min(bottom, innerHeight) - Math.max(top, 0);

function withIds(element) {
  const found = [];
  for (let one = element?.closest("[id]"); one && one !== main; one = one.parentElement?.closest("[id]")) found.push(one);
  return main.contains(element) ? found : [];
}

// What must not move, most important first, with its position. At the top of the page, where news appear, only what
// was touched is held.
function placesHeld() {
  const touchedNow = Date.now() - touchedWhen < LOOKED_AT_MS ? withIds(touchedThing) : [];
  // With a keyboard, a card or the empty field for typed ones has the focus by default.
  const waiting = document.activeElement?.matches("[data-typed]:placeholder-shown, [data-card]");
  const held = [...touchedNow, ...(waiting ? [] : withIds(document.activeElement))];
  const placed = (element) => ({ id: element.id, box: element.getBoundingClientRect() });
  const looked = scrollY > 0 ? [...main.querySelectorAll("form[id], section[id], details[id]")].map(placed) : [];
  looked.sort((one, other) => seenHeight(other.box) - seenHeight(one.box));
  return [...held.map(placed), ...looked].filter(({ box }) => isInView(box));
}

function holdPlace(places) {
  for (const { id, box } of places) {
    const found = document.getElementById(id);
    // What was folded away meanwhile, like the buzzer after a race, still has a box.
    if (!found || found.parentElement.closest("details:not([open])")) continue;
    const again = found.getBoundingClientRect();
    if (!again.height) continue;
    window.scrollBy({ top: again.top - box.top, behavior: "instant" });
    return;
  }
}

// The scroll position after an entry, as long as nobody has scrolled: the next ruling should be visible there too.
let leftAt = null;

const isWhereLeft = () => leftAt !== null && Math.abs(scrollY - leftAt) <= 1;
// Whether the match has begun, and whether it is over.
const stage = () => ["begun", "finished"].filter((one) => one in main.dataset).join();
const rulingNow = () => main.querySelector("[data-rulings]")?.dataset.rulings;

// While a ruling is questioned the match waits, and whoever asks for a seat waits too: that is seen at once, and nobody
// goes on typing below.
const whatIsAsked = () => [...main.querySelectorAll(".claim strong, .dispute [data-asked]")];

function showAsked(before) {
  const now = whatIsAsked().find((asked) => !before.includes(asked.textContent));
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
  const opened = new Map([...main.querySelectorAll("details[data-keep]")].map((found) => [found.id, found.open]));
  const refocus = focusToKeep();
  const places = placesHeld();
  const [ruledBefore, wasWhereLeft] = [rulingNow(), isWhereLeft()];
  const stageBefore = stage();
  const asked = whatIsAsked().map((one) => one.textContent);
  const knew = newsNow();
  const lingering = Date.now() - told < LINGER_MS ? main.querySelectorAll("[data-linger]") : [];
  const now = signature(fresh);
  copyGrids(fresh);
  const entered = keepForms(fresh) ? sayEntered(fresh) : [];
  for (const found of fresh.querySelectorAll("details[data-keep]")) {
    if (opened.has(found.id) && !found.querySelector("[data-answered]")) found.open = opened.get(found.id);
  }
  takeMarks(fresh);
  // A dialog stays open over the page.
  for (const old of [...main.childNodes]) if (old.localName !== "dialog") old.remove();
  main.prepend(...entered, ...lingering, ...fresh.childNodes);
  served = now;
  const isBack = refocus();
  if (!isBack) main.focus({ preventScroll: true });
  document.dispatchEvent(new CustomEvent("redrawn"));
  // Only now has every script added its part.
  if (!isBack) refocus();
  const isAsked = showAsked(asked);
  // What comes first then stands at the top: what is to do when the match begins, and at its end the winner.
  if (stage() !== stageBefore) window.scrollTo(0, 0);
  else if (!isAsked) holdPlace(places);
  if (wasWhereLeft && !isAsked) {
    const isNews = rulingNow() && rulingNow() !== ruledBefore;
    if (isNews && ![...main.querySelectorAll("form.prompt input")].some(touched)) document.dispatchEvent(new Event("ruled"));
    leftAt = scrollY;
  }
  pointOut(knew);
  announceChange(before);
}

const pageOf = (html) => new DOMParser().parseFromString(html, "text/html");
const styleOf = (page) => page.querySelector('link[rel="stylesheet"]')?.getAttribute("href");

// Once a match has begun, there are more links.
function takeWays(page) {
  const there = [...page.querySelectorAll(".ways")];
  document.querySelectorAll(".ways").forEach((here, at) => {
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
  showTrouble(response.status === 503 ? page.querySelector(".lead")?.textContent.trim() || "" : "");
  if (response.status === 304) return true;
  if (response.status === 429 || response.status >= 500) tryAgain();
  // An updated referee has other styles and scripts than this page.
  const isOutdated = response.ok && styleOf(page) !== styleOf(document);
  const fresh = mainOf(page);
  if (response.status === 404 || isOutdated) whenQuiet(() => location.reload());
  else if (fresh) {
    whenQuiet(() => {
      if (isOlder(fresh)) return;
      if (signature(fresh) === served) {
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
  document.dispatchEvent(new CustomEvent("sent", { detail: { form, ok } }));
  form.removeAttribute("data-key");
  main.focus({ preventScroll: true });
  // What was told before is about an earlier entry.
  told = 0;
  redraw(fresh);
  const shown = main.querySelector(`[data-key="${CSS.escape(key)}"]`);
  const trouble = ok ? null : shown?.querySelector("[role=alert]") || main.querySelector("[data-linger]");
  if (trouble) {
    told = Date.now();
    trouble.scrollIntoView({ block: "center", behavior: "instant" });
    document.dispatchEvent(new Event("refused"));
  } else {
    window.scrollTo(0, 0);
    document.dispatchEvent(new Event("entered"));
    leftAt = scrollY;
  }
}

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
    document.dispatchEvent(new Event("heard"));
    refresh();
  },
});
