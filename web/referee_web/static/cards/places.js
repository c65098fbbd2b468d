// The places for cards in a form: which cards are picked there, in which order, and what is typed. Of a card that is
// there twice, in a pile of two decks, the first copy is picked first and taken back last: only that one shows.

import { all } from "../dom.js";

const orders = new WeakMap();

export const placesIn = (form) => all("[data-picker]", form);
export const placeOf = (element) => element.closest("[data-picker]");
export const cardsIn = (element) => all("input[data-card]", element);
export const pickedIn = (element) => cardsIn(element).filter((input) => input.checked);
export const typedIn = (element) => all("[data-typed]", element).some((input) => input.value.trim());
// The field to type in is folded away with what explains it.
export const fieldOf = (place) => place.querySelector("[data-typed]");
export const typingOf = (place) => fieldOf(place).closest("details");
// Where a form asks several seats, each has a part of it, of which one is open.
export const partOf = (element) => element.closest("[data-of]")?.dataset.of;
export const openPart = (form) => form.dataset.turn ?? form.querySelector("[data-of]")?.dataset.of;
export const placesHere = (form) => placesIn(form).filter((place) => partOf(place) === openPart(form));
// A card lies in one place only; but whoever fills in a covered part must not learn what stands in the others.
const isCovered = (place, from) => from.closest("form").hasAttribute("data-covered") && partOf(place) !== partOf(from);
export const placesBeside = (place) => placesIn(place.closest("form")).filter((each) => !isCovered(each, place));

export function openPartOf(form, element) {
  const part = partOf(element);
  if (part === undefined) return;
  form.dataset.turn = part;
  for (const field of all("[data-of]", form)) field.hidden = field.dataset.of !== part;
}

// Of each form, whose part lies open. Whoever holds the phone by the time that it is opened again uncovers it first; what
// is filled in there is open to whoever fills it in, also before there are tabs.
const uncovered = new Map();
const keyOf = (form) => form.getAttribute("id");
export const isUncovered = (form, part) => uncovered.get(keyOf(form)) === part;
export const uncover = (form, part) => { if (part !== undefined) uncovered.set(keyOf(form), part); };
export const cover = (form) => uncovered.delete(keyOf(form));

export const labelOf = (place) => place.dataset.label.split(",")[0];

// A grid like another, which stands on the page once, has come with its picked cards alone.
export function copyGrids(root) {
  for (const grid of all("[data-like]", root)) {
    const place = placeOf(grid);
    const like = root.querySelector(`[id="${grid.dataset.like}"]`);
    const picked = all("input", grid).map(({ value }) => value);
    const copy = like.querySelector("[data-grid]").cloneNode(true);
    for (const input of all("input", copy)) {
      input.name = grid.dataset.name;
      input.removeAttribute("id");
      const at = picked.indexOf(input.value);
      if (at >= 0) picked.splice(at, 1);
      input.checked = input.defaultChecked = at >= 0;
    }
    for (const found of all("details[id]", copy)) found.id = found.id.replace(like.id, place.id);
    grid.replaceWith(copy);
  }
}

// Cards come without ids, which would make a page of many forms half as heavy again.
export function giveIds(place) {
  const copies = {};
  for (const input of cardsIn(place)) {
    copies[input.value] = (copies[input.value] ?? 0) + 1;
    input.id = `${place.id}-${input.value}-${copies[input.value]}`;
  }
}

// The order in which cards were tapped: a pile is entered from bottom to top. In groups, a card may begin the next one.
export function order(place) {
  const known = orders.get(place) || [];
  const kept = known.filter((input) => input.checked && place.contains(input));
  const fresh = pickedIn(place).filter((input) => !kept.includes(input));
  handOn(known);
  if (fresh.length && kept.length && "ended" in place.dataset) fresh[0].dataset.begins = "";
  if (fresh.length) delete place.dataset.ended;
  const all = [...kept, ...fresh];
  if (!all.length) delete place.dataset.ended;
  orders.set(place, all);
  return all;
}

// Where the card that began a group was taken back, the next one begins it.
function handOn(known) {
  known.forEach((input, at) => {
    if (input.checked || !("begins" in input.dataset)) return;
    delete input.dataset.begins;
    const next = known.slice(at + 1).find((each) => each.checked);
    if (next) next.dataset.begins = "";
  });
}

// The picked cards of a place group by group; all in one where it has no groups.
export function groupsIn(place) {
  const groups = [];
  for (const input of order(place)) {
    if (!groups.length || "begins" in input.dataset) groups.push([]);
    groups.at(-1).push(input);
  }
  return groups;
}

// The next card begins a group.
export function beginGroup(place) {
  if (pickedIn(place).length) place.dataset.ended = "";
}

export function isFull(place) {
  const { most } = place.dataset;
  return most !== undefined && pickedIn(place).length >= Number(most);
}

export function isEmpty(place) {
  const none = place.parentElement.querySelector('input[name^="none="]');
  return !pickedIn(place).length && !typedIn(place) && !none?.checked;
}

const noted = (input) => input.dispatchEvent(new Event("input", { bubbles: true }));

// Picks a card, as a tap would.
export function pick(input) {
  input.checked = true;
  noted(input);
}

// Takes a card back without a word to anybody: the others of its place keep their order.
export function free(input) {
  const place = placeOf(input);
  const before = order(place);
  const last = pickedIn(place).filter(({ value }) => value === input.value).at(-1);
  input.checked = false;
  handOn(before);
  // The first copy is the one that shows: it takes the place of the last.
  input.checked = input !== last;
  if (input !== last && "begins" in last.dataset) input.dataset.begins = "";
  last.checked = false;
  delete last.dataset.begins;
  orders.set(place, before.filter((one) => one !== input).map((one) => (one === last ? input : one)));
}

// Puts a card that was picked just now in the place of another one, in their order too.
export function swap(old, fresh) {
  const place = placeOf(old);
  const kept = order(place).filter((input) => input !== fresh);
  if ("begins" in old.dataset) fresh.dataset.begins = "";
  delete old.dataset.begins;
  old.checked = false;
  orders.set(place, kept.map((input) => (input === old ? fresh : input)));
}

export function takeBack(input) {
  free(input);
  noted(input);
}

// Cards that can be picked in a place now: a copy of each that lies in no other place beside it.
export function freeIn(place, code) {
  const alike = (inputs) => inputs.filter(({ value }) => value === code).length;
  const beside = placesBeside(place);
  const copies = Math.max(...beside.map((each) => alike(cardsIn(each))));
  const used = alike(beside.flatMap(pickedIn));
  return used < copies ? cardsIn(place).find((input) => input.value === code && !input.checked) : undefined;
}
