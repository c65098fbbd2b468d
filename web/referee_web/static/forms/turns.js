// One form for several seats: a tab for each, of which one is open; what the others hold is covered where it is secret. What
// is tapped last of a part leads to the next one.

import { isPartBlank, isPartDone, partsOf } from "../cards/still_missing.js";
import {
  cover, isUncovered, openPart, openPartOf, orderOf, partOf, pickedIn, placesHere, placesIn, uncover,
} from "../cards/places.js";
import { switchTo } from "../cards/tabs.js";
import { isByKey } from "../live/touch_hold.js";
import { all, FORMS, isPick, main, signOf, WRONG } from "../dom.js";
import { pageRedrawn, placeChanged } from "../events.js";
import { count } from "../messages.js";

const TURN = "[data-turn-to]";
const VEIL = "[data-veil]";
const MARK = "[data-mark]";
const TURNS = "[data-turns]";
const WANTED_CARDS = '[data-type="cards"]:not([data-optional])';

const MOST_NAMED = 3;

const IN_TURNS = `${FORMS}:has([data-turns])`;
const partOfSeat = (form, seat) => partsOf(form).find(([field]) => partOf(field) === seat);

function turnTo(form, seat, byKey) {
  cover(form);
  const part = partOfSeat(form, seat);
  const places = part.flatMap(placesIn);
  if (places.length) switchTo(form, places.find((place) => !pickedIn(place).length) ?? places[0]);
  else openPartOf(form, part[0]);
  turnedTo(form, byKey);
}

const turnedTo = (form, byKey) => placeChanged.send(form, { byKey });

// The cards on the table are named in the tab as far as they find room; of more, and of what is secret, it says how many.
// It is complete only where the game says how many cards there are.
function markOf(form, part) {
  const picked = part.flatMap(placesIn).flatMap(orderOf);
  const areNamed = !form.hasAttribute("data-covered") && picked.length > 0 && picked.length <= MOST_NAMED;
  if (areNamed) return picked.map(signOf).join(" ");
  const leasts = part.filter((field) => field.matches(WANTED_CARDS)).map((field) => Number(field.dataset.min ?? 0));
  const least = leasts.reduce((sum, each) => sum + each, 0);
  if (picked.length && picked.length < least) return `${picked.length}/${least}`;
  if (isPartDone(part) && !leasts.includes(0)) return "✓";
  return picked.length ? count("{n} card", "{n} cards", picked.length) : "";
}

function veil(form, part, isWrong) {
  const seat = openPart(form);
  if (!form.hasAttribute("data-covered")) return;
  const isSeen = isUncovered(form, seat) || isPartBlank(part) || isWrong;
  if (isSeen) uncover(form, seat);
  form.classList.toggle("veiled", !isSeen);
  for (const each of all(VEIL, form)) each.hidden = isSeen || each.dataset.veil !== seat;
}

function draw(form) {
  for (const tab of all(TURN, form)) {
    const part = partOfSeat(form, tab.dataset.turnTo);
    const isHere = tab.dataset.turnTo === openPart(form);
    tab.setAttribute("aria-expanded", String(isHere));
    tab.classList.toggle("here", isHere);
    const isWrong = part.some((field) => field.matches(WRONG)) || tab.dataset.turnTo === form.dataset.refusedOf;
    tab.classList.toggle("wrong", isWrong);
    tab.querySelector(MARK).textContent = isWrong ? "!" : markOf(form, part);
    if (isHere) veil(form, part, isWrong);
  }
}

// What has no cards is complete with a tap; where cards are picked, a full place leads on by itself.
function leadOn(form, input) {
  const part = partOfSeat(form, openPart(form));
  if (!isPick(input) || !input.checked || placesHere(form).length || !isPartDone(part)) return;
  const next = partsOf(form).find(isPartBlank);
  if (next) turnTo(form, partOf(next[0]));
}

function begin() {
  for (const form of all(IN_TURNS)) {
    form.querySelector(TURNS).classList.add("ready");
    const parts = partsOf(form);
    const wrong = parts.find((part) => part.some((field) => field.matches(WRONG)));
    const wanted = partOfSeat(form, form.dataset.openPart ?? form.dataset.refusedOf);
    const first = wanted ?? wrong ?? parts.find(isPartBlank) ?? parts[0];
    openPartOf(form, first[0]);
    draw(form);
  }
}

main.addEventListener("click", (event) => {
  const { target } = event;
  const tab = target.closest(TURN);
  if (tab) turnTo(tab.form, tab.dataset.turnTo, isByKey(event));
  const { form } = target.closest(`${VEIL} button`) ?? {};
  if (!form) return;
  uncover(form, openPart(form));
  turnedTo(form, isByKey(event));
});

function drawAround({ target }) {
  const form = target.closest(IN_TURNS);
  if (form) draw(form);
}

main.addEventListener("input", ({ target }) => {
  const form = target.closest(IN_TURNS);
  if (!form) return;
  leadOn(form, target);
  draw(form);
});
placeChanged.on(drawAround);
main.addEventListener("click", drawAround);
pageRedrawn.on(begin);
begin();
