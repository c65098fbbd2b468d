// Cards by keyboard: Enter picks the typed ones, then goes on to the next place or sends; typing narrows the cards
// shown, as a tap on a suit or a rank does; arrow keys move among them.

import { cardOf, cardsIn, order, pickedIn, placesIn, put } from "./places.js";
import { nextEmpty, open, openPlace } from "./tray.js";
import { say } from "../messages.js";

const LONG = 20;
const main = document.getElementById("main");
const keyboard = matchMedia("(hover: hover) and (pointer: fine)");
const SUITS = { c: "C", d: "D", h: "H", s: "S", "♣": "C", "♦": "D", "♥": "H", "♠": "S" };
const CARD = /^(?:(10|[2-9tjqka])([cdhs♣♦♥♠])|([cdhs♣♦♥♠])(10|[2-9tjqka])|x([br]))/i;
const BEGUN = /(?:^|[\s,/])(?:(10?|[2-9tjqka])?([cdhs♣♦♥♠])?|(x)([br])?)$/i;

const rankOf = (text) => (text.startsWith("1") ? "T" : text.toUpperCase());
const suitOf = (text) => SUITS[text.toLowerCase()];
const suitOfCode = (code) => (code.startsWith("X") ? "X" : code[1]);
const fieldOf = (place) => place.querySelector("[data-typed]");

// The codes of cards in short form; null where the text holds anything else, which is left to the referee to read.
function codesIn(text) {
  const codes = [];
  for (let rest = text.replace(/^[\s,]+/, ""); rest;) {
    const found = CARD.exec(rest);
    if (!found) return null;
    const [all, rank, suit, suitFirst, rankLast, joker] = found;
    codes.push(joker ? `X${joker.toUpperCase()}` : rankOf(rank || rankLast) + suitOf(suit || suitFirst));
    rest = rest.slice(all.length).replace(/^[\s,]+/, "");
  }
  return codes;
}

// Picks what is typed if all of it can be picked here; otherwise it stays as typed.
function pickTyped(place) {
  const field = fieldOf(place);
  const codes = codesIn(field.value);
  if (!codes?.length) return;
  const before = pickedIn(place).filter((input) => place.hasAttribute("data-replaces") && input.defaultChecked);
  before.forEach((input) => { input.checked = false; });
  const found = [];
  for (const code of codes) {
    const free = cardsIn(place).find((input) => input.value === code && !input.checked && !input.disabled && !found.includes(input));
    if (!free) {
      before.forEach((input) => { input.checked = true; });
      return;
    }
    found.push(free);
  }
  field.value = "";
  found.forEach((input) => put(input, true));
  narrow(place);
}

function goOn(place) {
  const { form } = fieldOf(place);
  pickTyped(place);
  const picked = pickedIn(place).length;
  if (picked && picked < Number(place.dataset.least || 0) && !fieldOf(place).value) return;
  const next = nextEmpty(form, place);
  if (!next) return form.requestSubmit(form.querySelector("button.go"));
  open(form, next);
  form.dispatchEvent(new CustomEvent("place", { bubbles: true }));
  fieldOf(next).focus({ preventScroll: true });
}

function takeLast(place) {
  const { form } = fieldOf(place);
  const places = placesIn(form);
  const filled = places.slice(0, places.indexOf(place) + 1).reverse().find((each) => pickedIn(each).length);
  if (!filled) return;
  open(form, filled);
  put(order(filled).at(-1), false);
  fieldOf(filled).focus({ preventScroll: true });
}

// One at a time: first what is typed, then what narrows the cards, then what is picked.
function clear(place) {
  const field = fieldOf(place);
  const pressed = place.querySelectorAll('[data-narrows][aria-pressed="true"]');
  if (field.value) field.value = "";
  else if (pressed.length) pressed.forEach((button) => button.setAttribute("aria-pressed", "false"));
  else pickedIn(place).forEach((input) => { input.checked = false; });
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

// Showing only one suit or rank

function begun(place) {
  const [, rank, suit, joker, which] = BEGUN.exec(fieldOf(place).value) || [];
  if (joker) return { rank: which?.toUpperCase(), suit: "X" };
  return { rank: rank && rankOf(rank), suit: suit && suitOf(suit) };
}

function pressed(place, what) {
  return place.querySelector(`[data-narrows="${what}"][aria-pressed="true"]`)?.value;
}

export function narrow(place) {
  const typed = begun(place);
  const suit = typed.suit || pressed(place, "suit");
  const rank = typed.rank || pressed(place, "rank");
  const isLeft = ({ value }) =>
    (!suit || suitOfCode(value) === suit) && (!rank || (value.startsWith("X") ? value[1] : value[0]) === rank);
  const cards = cardsIn(place);
  // If a typed card is not among them, all stay, so that another can be tapped.
  const isShown = cards.some(isLeft) || !(typed.suit || typed.rank) ? isLeft : () => true;
  for (const input of cards) input.closest(".pick").hidden = !isShown(input);
  for (const row of place.querySelectorAll(".suit-row")) row.hidden = !row.querySelector(".pick:not([hidden])");
}

function narrowing(what, value, shown, label) {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "quiet", value });
  button.dataset.narrows = what;
  button.setAttribute("aria-pressed", "false");
  if (label) button.setAttribute("aria-label", label);
  button.append(shown);
  return button;
}

function filters(place) {
  const rows = [...place.querySelectorAll(".grid > .suit-row")];
  const suits = rows.map((row) => {
    const suit = suitOfCode(cardsIn(row)[0].value);
    const sign = document.createElement("i");
    sign.className = `pip suit-${suit}`;
    return narrowing("suit", suit, sign, row.getAttribute("aria-label"));
  });
  const plain = cardsIn(place).filter((input) => !input.value.startsWith("X"));
  const ranks = new Map(plain.map((input) => [input.value[0], cardOf(input).querySelector("b").textContent]));
  const order = [...ranks.keys()].sort((one, other) => "23456789TJQKA".indexOf(one) - "23456789TJQKA".indexOf(other));
  const bar = document.createElement("div");
  bar.className = "filters";
  bar.setAttribute("role", "group");
  bar.setAttribute("aria-label", say("Show only"));
  bar.append(...suits, ...order.map((rank) => narrowing("rank", rank, ranks.get(rank))));
  return bar;
}

export function offerFilters(place) {
  if (cardsIn(place).length <= LONG || place.querySelector(".filters")) return;
  place.querySelector("[data-grid]").before(filters(place));
}

main.addEventListener("click", (event) => {
  const button = event.target.closest("[data-narrows]");
  if (!button) return;
  const place = button.closest("[data-picker]");
  const was = button.getAttribute("aria-pressed") === "true";
  for (const each of place.querySelectorAll(`[data-narrows="${button.dataset.narrows}"]`)) each.setAttribute("aria-pressed", "false");
  button.setAttribute("aria-pressed", String(!was));
  narrow(place);
});

// Keys

const shownCards = (place) => cardsIn(place).filter((input) => !input.disabled && input.offsetParent);

export function oneStop(place) {
  const cards = cardsIn(place);
  const current = cards.find((input) => input.tabIndex === 0 && input.matches(":focus")) || cards.find((input) => input.checked) || cards[0];
  for (const input of cards) input.tabIndex = input === current ? 0 : -1;
}

function neighbour(place, input, key) {
  const cards = shownCards(place);
  const index = cards.indexOf(input);
  if (key === "ArrowLeft") return cards[index - 1];
  if (key === "ArrowRight") return cards[index + 1];
  const from = input.getBoundingClientRect();
  const away = (card) => (card.getBoundingClientRect().top - from.top) * (key === "ArrowUp" ? -1 : 1);
  const aside = (card) => Math.abs(card.getBoundingClientRect().left - from.left);
  return cards.filter((card) => away(card) > 4).sort((one, other) => away(one) - away(other) || aside(one) - aside(other))[0];
}

function move(place, input, key) {
  const to = neighbour(place, input, key) || (key === "ArrowUp" ? fieldOf(place) : null);
  if (!to) return;
  if (to.dataset.card) to.tabIndex = 0;
  if (to.dataset.card) input.tabIndex = -1;
  to.focus();
}

const KEYS = {
  Enter: (place) => goOn(place),
  Escape: (place) => clear(place),
  Backspace: (place) => takeLast(place),
  ArrowDown: (place, input) => (input.dataset.card ? move(place, input, "ArrowDown") : shownCards(place)[0]?.focus()),
  ArrowUp: (place, input) => input.dataset.card && move(place, input, "ArrowUp"),
  ArrowLeft: (place, input) => move(place, input, "ArrowLeft"),
  ArrowRight: (place, input) => move(place, input, "ArrowRight"),
};

function meant(input, key) {
  if (input.dataset.card) return true;
  if (key === "Backspace") return !input.value;
  return !["ArrowLeft", "ArrowRight", "ArrowUp"].includes(key);
}

main.addEventListener("keydown", (event) => {
  const input = event.target;
  const place = input.matches("[data-typed], [data-card]") && input.closest("[data-picker]");
  if (!place || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!KEYS[event.key] || !meant(input, event.key)) return;
  event.preventDefault();
  KEYS[event.key](place, input);
});

// Whoever sits at a keyboard can type at once.
export function toField(form) {
  const place = form && openPlace(form);
  if (place && keyboard.matches && fieldOf(place).offsetParent) fieldOf(place).focus({ preventScroll: true });
}

export function readyToType(form) {
  if ([document.body, main].includes(document.activeElement)) toField(form);
}
