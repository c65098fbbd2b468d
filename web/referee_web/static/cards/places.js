// The places for cards in a form, wherever cards are entered: which cards are picked there, in which order, and what is
// typed. Of a card that is there twice, in a pile of two decks, the first copy is picked first and taken back last:
// only that one shows. This module asks and changes forms, and draws nothing.

import { all, CARD, PART, PICKER, TYPED } from "../dom.js";

const NONE = 'input[name^="none="]';

export const placesIn = (form) => all(PICKER, form);
export const placeOf = (element) => element.closest(PICKER);
export const cardsIn = (element) => all(CARD, element);
export const pickedIn = (element) => cardsIn(element).filter((input) => input.checked);
export const typedIn = (element) => all(TYPED, element).some((input) => input.value.trim());
// The field to type in is folded away with what explains it.
export const fieldOf = (place) => place.querySelector(TYPED);
export const typingOf = (place) => fieldOf(place).closest("details");
// Where a form asks several seats, each has a part of it, of which one is open.
export const partOf = (element) => element.closest(PART)?.dataset.of;
export const openPart = (form) => form.dataset.openPart ?? form.querySelector(PART)?.dataset.of;
export const placesHere = (form) => placesIn(form).filter((place) => partOf(place) === openPart(form));
// A card lies in one place only; but whoever fills in a covered part must not learn what stands in the others.
const isCovered = (place, from) => from.closest("form").hasAttribute("data-covered") && partOf(place) !== partOf(from);
export const placesBeside = (place) => placesIn(place.closest("form")).filter((each) => !isCovered(each, place));

// Which part lies open, and where the next card goes (cards/tabs.js), the form itself remembers: `openPart`, `openPlace`.
export const setOpenPlace = (form, id) => { form.dataset.openPlace = id; };

export function openPartOf(form, element) {
  const part = partOf(element);
  if (part === undefined) return;
  form.dataset.openPart = part;
  for (const field of all(PART, form)) field.hidden = field.dataset.of !== part;
}

// Of each form, whose part lies open. Whoever holds the phone by the time that it is opened again uncovers it first;
// what is filled in there is open to whoever fills it in, also before there are tabs.
const uncovered = new Map();
const keyOf = (form) => form.getAttribute("id");
export const isUncovered = (form, part) => uncovered.get(keyOf(form)) === part;
export const uncover = (form, part) => { if (part !== undefined) uncovered.set(keyOf(form), part); };
export const cover = (form) => uncovered.delete(keyOf(form));

export const labelOf = (place) => place.dataset.label.split(",")[0];

// Cards come without ids, which would make a page of many forms half as heavy again.
export function giveIds(place) {
  const copies = {};
  for (const input of cardsIn(place)) {
    copies[input.value] = (copies[input.value] ?? 0) + 1;
    input.id = `${place.id}-${input.value}-${copies[input.value]}`;
  }
}

// The order in which cards were tapped, as a pile is entered from bottom to top. The page only knows which are picked:
// so of each place the order is noted whenever that has changed. In groups, some cards begin one, and the next card may.

const orders = new WeakMap();
const NOTHING = { cards: [], begins: new Set(), nextBegins: false };

// What was noted, as far as it is still picked, and then what was picked since.
function readOrder(place) {
  const noted = orders.get(place) ?? NOTHING;
  const kept = noted.cards.filter((input) => input.checked && place.contains(input));
  const fresh = pickedIn(place).filter((input) => !kept.includes(input));
  const cards = [...kept, ...fresh];
  const begins = handOn(noted);
  if (noted.nextBegins && kept.length && fresh.length) begins.add(fresh[0]);
  return { cards, begins, nextBegins: noted.nextBegins && cards.length > 0 && !fresh.length };
}

// The cards that begin a group now: where the one that began it was taken back, the next one does.
function handOn({ cards, begins }) {
  const now = new Set();
  let isDue = false;
  for (const input of cards) {
    isDue ||= begins.has(input);
    if (!input.checked) continue;
    if (isDue) now.add(input);
    isDue = false;
  }
  return now;
}

export const noteOrder = (place) => { orders.set(place, readOrder(place)); };
export const orderOf = (place) => readOrder(place).cards;
export const beginsNext = (place) => readOrder(place).nextBegins;

// The picked cards of a place group by group; all in one where it has no groups.
export function groupsIn(place) {
  const { cards, begins } = readOrder(place);
  const groups = [];
  for (const input of cards) {
    if (!groups.length || begins.has(input)) groups.push([]);
    groups.at(-1).push(input);
  }
  return groups;
}

// The next card begins a group.
export function beginGroup(place) {
  if (pickedIn(place).length) orders.set(place, { ...readOrder(place), nextBegins: true });
}

export function isFull(place) {
  const { most } = place.dataset;
  return most !== undefined && pickedIn(place).length >= Number(most);
}

export function isEmpty(place) {
  const none = place.parentElement.querySelector(NONE);
  return !pickedIn(place).length && !typedIn(place) && !none?.checked;
}

const tellPicked = (input) => input.dispatchEvent(new Event("input", { bubbles: true }));

// Picks a card, as a tap would.
export function pick(input) {
  input.checked = true;
  tellPicked(input);
}

// Takes a card back without a word to anybody: the others of its place keep their order.
export function free(input) {
  const place = placeOf(input);
  const before = readOrder(place);
  const last = pickedIn(place).filter(({ value }) => value === input.value).at(-1);
  input.checked = false;
  const begins = handOn(before);
  // The first copy is the one that shows: it takes the place of the last.
  last.checked = false;
  input.checked = input !== last;
  if (begins.delete(last)) begins.add(input);
  const others = before.cards.filter((each) => each !== input);
  const cards = others.map((each) => (each === last ? input : each));
  orders.set(place, { ...before, cards, begins });
}

// Puts a card that was picked just now in the place of another one, in their order too.
export function swap(old, fresh) {
  const place = placeOf(old);
  const before = readOrder(place);
  const others = before.cards.filter((input) => input !== fresh);
  const cards = others.map((input) => (input === old ? fresh : input));
  if (before.begins.delete(old)) before.begins.add(fresh);
  old.checked = false;
  orders.set(place, { ...before, cards });
}

export function takeBack(input) {
  free(input);
  tellPicked(input);
}

// Cards that can be picked in a place now: a copy of each that lies in no other place beside it.
export function freeIn(place, code) {
  const alike = (inputs) => inputs.filter(({ value }) => value === code).length;
  const beside = placesBeside(place);
  const copies = Math.max(...beside.map((each) => alike(cardsIn(each))));
  const used = alike(beside.flatMap(pickedIn));
  return used < copies ? cardsIn(place).find((input) => input.value === code && !input.checked) : undefined;
}
