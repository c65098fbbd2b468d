// The places for cards in a form: which cards are picked there, in which order, and what is typed.

const orders = new WeakMap();

export const placesIn = (form) => [...form.querySelectorAll("[data-picker]")];
export const cardsIn = (element) => [...element.querySelectorAll("input[data-card]")];
export const pickedIn = (element) => cardsIn(element).filter((input) => input.checked);
export const typedIn = (element) => [...element.querySelectorAll("[data-typed]")].some((input) => input.value.trim());
export const cardOf = (input) => input.nextElementSibling;
export const signOf = (input) => cardOf(input).querySelector(".corner").textContent;
export const nameOf = (input) => cardOf(input).querySelector(".unseen").textContent;

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

// Picks a card or takes it back, as a tap would.
export function put(input, picked) {
  input.checked = picked;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
