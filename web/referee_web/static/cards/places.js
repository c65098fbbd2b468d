// The places for cards in a form: which cards are picked there, in which order, and what is typed. Of a card that is
// there twice, in a pile of two decks, the first copy is picked first and taken back last: only that one shows.

const orders = new WeakMap();

export const placesIn = (form) => [...form.querySelectorAll("[data-picker]")];
export const placeOf = (element) => element.closest("[data-picker]");
export const cardsIn = (element) => [...element.querySelectorAll("input[data-card]")];
export const pickedIn = (element) => cardsIn(element).filter((input) => input.checked);
export const typedIn = (element) => [...element.querySelectorAll("[data-typed]")].some((input) => input.value.trim());
export const cardOf = (input) => input.nextElementSibling;
export const signOf = (input) => cardOf(input).querySelector(".corner").textContent;
export const nameOf = (input) => cardOf(input).querySelector(".unseen").textContent;
export const labelOf = (place) => place.dataset.label.split(",")[0];

// The order in which cards were tapped: a pile is entered from bottom to top.
export function order(place) {
  const known = orders.get(place) || [];
  const kept = known.filter((input) => input.checked && place.contains(input));
  const fresh = pickedIn(place).filter((input) => !kept.includes(input));
  const all = [...kept, ...fresh];
  orders.set(place, all);
  return all;
}

export function isFull(place) {
  const { most } = place.dataset;
  return most !== undefined && pickedIn(place).length >= Number(most);
}

export function isEmpty(place) {
  const none = place.closest("[data-by-seat]")?.querySelector('input[name^="none="]');
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
  const last = pickedIn(place).filter(({ value }) => value === input.value).at(-1);
  const others = order(place).filter((one) => one !== input);
  last.checked = false;
  orders.set(place, others.map((one) => (one === last ? input : one)));
}

export function takeBack(input) {
  free(input);
  noted(input);
}

// Cards that can be picked in a place now: a copy of each that lies in no other place of the form.
export function freeIn(place, code) {
  const copies = Math.max(...placesIn(place.closest("form")).map((each) => cardsIn(each).filter(({ value }) => value === code).length));
  const used = pickedIn(place.closest("form")).filter(({ value }) => value === code).length;
  return used < copies ? cardsIn(place).find((input) => input.value === code && !input.checked) : undefined;
}
