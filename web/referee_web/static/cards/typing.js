// Cards by keyboard: a letter or a digit opens the field to type in, whose cards stand out on the pad meanwhile. Enter
// picks the typed ones, then goes on to the next place or sends; arrow keys move among the cards.

import { ALERT, all, CARD, DISPUTE, FORMS, GO, isOpen, main, PICKER, PROMPTS, signsOf, TYPED } from "../dom.js";
import { placeChanged } from "../events.js";
import {
  beginGroup, cardsIn, fieldOf, isEmpty, orderOf, pick, pickedIn, placeOf, placesHere, takeBack, typingOf,
} from "./places.js";
import { findOpenPlace, nextEmpty, switchTo } from "./tabs.js";

const keyboard = matchMedia("(hover: hover) and (pointer: fine)");

// How the cards of a place are typed in short, each with its code: by the code or what stands on the card, rank or suit
// first. Longer spellings go first, since one may begin with another.
function spellingsIn(place) {
  const codes = new Map();
  for (const input of cardsIn(place)) {
    for (const spelling of spellingsOf(input)) if (!codes.has(spelling)) codes.set(spelling, input.value);
  }
  return [...codes].sort(([one], [other]) => other.length - one.length);
}

function spellingsOf(input) {
  const code = input.value.toLowerCase();
  const [rank, suit] = [code.slice(0, -1), code.slice(-1)];
  if ("alone" in input.dataset) return [code];
  const [corner, sign] = signsOf(input).map((each) => each.toLowerCase());
  const suits = [suit, sign.replace("\ufe0e", "")];
  return [rank, corner].flatMap((first) => suits.flatMap((second) => [first + second, second + first]));
}

// The codes of typed cards, and what is begun after them. What is no card is left to the referee to read.
function readIn(place, text = fieldOf(place).value) {
  const spellings = spellingsIn(place);
  const isNext = ([spelling]) => rest.startsWith(spelling);
  const codes = [];
  let rest = startOf(text.toLowerCase());
  for (let next = spellings.find(isNext); next; next = spellings.find(isNext)) {
    const [spelling, code] = next;
    codes.push(code);
    rest = startOf(rest.slice(spelling.length));
  }
  return { codes, rest };
}

const startOf = (text) => text.replace(/^[\s,/]+/, "");

const inGroups = (place) => place.hasAttribute("data-groups");

// Picks what is typed if all of it can be picked here; otherwise it stays as typed.
function pickTyped(place) {
  const field = fieldOf(place);
  const parts = inGroups(place) ? field.value.split("/") : [field.value];
  const read = parts.map((part) => readIn(place, part));
  const codes = read.flatMap((part) => part.codes);
  if (!codes.length || read.some(({ rest }) => rest) || (!inGroups(place) && field.value.includes("/"))) return;
  if (isOne(place) && codes.length > 1) return void dealOut(place, codes);
  const before = pickedIn(place).filter((input) => place.hasAttribute("data-replaces") && input.defaultChecked);
  before.forEach((input) => { input.checked = false; });
  const found = [];
  for (const code of codes) {
    const free = cardsIn(place).find((input) => input.value === code && canBePicked(input) && !found.includes(input));
    if (!free) {
      before.forEach((input) => { input.checked = true; });
      return;
    }
    found.push(free);
  }
  field.value = "";
  for (const part of read) {
    if (part !== read[0]) beginGroup(place);
    found.splice(0, part.codes.length).forEach(pick);
  }
  showMeant(place);
}

const isOne = (place) => place.hasAttribute("data-one");
const isOneEmpty = (place) => isOne(place) && isEmpty(place);

// Several cards go to the places for one card each, in order from this one on, as they were played.
function dealOut(place, codes) {
  const { form } = fieldOf(place);
  const places = placesHere(form).filter(isOne);
  const at = places.indexOf(place);
  const next = [...places.slice(at), ...places.slice(0, at)].filter((each) => each === place || isEmpty(each));
  const freeIn = (at, code) => cardsIn(at).find((input) => input.value === code && canBePicked(input));
  const free = codes.map((code, n) => next[n] && freeIn(next[n], code));
  if (free.includes(undefined) || new Set(codes).size < codes.length) return;
  fieldOf(place).value = "";
  free.forEach(pick);
  showMeant(place);
}

function goOn(place) {
  const { form } = fieldOf(place);
  pickTyped(place);
  const picked = pickedIn(place).length;
  if (picked && picked < Number(place.dataset.least || 0) && !fieldOf(place).value) return;
  const next = nextEmpty(form, place) ?? (picked ? placesHere(form).find(isOneEmpty) : null);
  if (!next) return form.requestSubmit(form.querySelector(GO));
  const isTyping = typingOf(place).open;
  switchTo(form, next);
  placeChanged.send(form, {});
  if (isTyping) toType(next);
  else toCard(next);
}

function takeLast(place) {
  const { form } = fieldOf(place);
  const places = placesHere(form);
  const filled = places.slice(0, places.indexOf(place) + 1).reverse().find((each) => pickedIn(each).length);
  if (!filled) return;
  switchTo(form, filled);
  takeBack(orderOf(filled).at(-1));
  if (typingOf(place).open) toType(filled);
  else toCard(filled);
}

// One at a time: first what is typed, then what is picked, then the field.
function clear(place) {
  const field = fieldOf(place);
  const picked = pickedIn(place);
  if (!field.value && !picked.length) {
    typingOf(place).open = false;
    return toCard(place);
  }
  if (field.value) field.value = "";
  else picked.forEach((input) => { input.checked = false; });
  return field.dispatchEvent(new Event("input", { bubbles: true }));
}

// What is typed stands out on the pad

export function showMeant(place) {
  const { codes, rest } = readIn(place);
  const last = /[^\s,/]$/.test(fieldOf(place).value) && codes.at(-1);
  const mayBecome = (input) => spellingsOf(input).some((spelling) => spelling.startsWith(rest));
  const isMeant = (input) => (rest ? mayBecome(input) : input.value === last);
  for (const input of cardsIn(place)) input.parentElement.toggleAttribute("data-meant", isMeant(input));
}

// Keys

const canBePicked = (input) => !input.checked && !input.hasAttribute("data-taken");
const shownCards = (place) => cardsIn(place).filter((input) => input.offsetParent);

// Tab leads to one card of a place, from which the arrow keys lead on.
function leaveOneTabStop(place) {
  const cards = cardsIn(place);
  const focused = cards.find((input) => input.tabIndex === 0 && input.matches(":focus"));
  const current = focused || cards.find((input) => input.checked) || cards[0];
  for (const input of cards) input.tabIndex = input === current ? 0 : -1;
}

const AWAY = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// The nearest card in this direction; one that lies far to the side of it only where there is no other.
function neighbour(place, input, key) {
  const [right, down] = AWAY[key];
  const boxOf = (card) => card.getBoundingClientRect();
  const from = boxOf(input);
  const away = (card) => (boxOf(card).left - from.left) * right + (boxOf(card).top - from.top) * down;
  const aside = (card) => Math.abs((boxOf(card).left - from.left) * down) + Math.abs((boxOf(card).top - from.top) * right);
  const far = (card) => away(card) + 4 * aside(card);
  return shownCards(place).filter((card) => away(card) > 4).sort((one, other) => far(one) - far(other))[0];
}

function move(place, input, key) {
  const to = neighbour(place, input, key);
  if (!to) return;
  [input.tabIndex, to.tabIndex] = [-1, 0];
  to.focus();
}

const KEYS = {
  "/": (place) => place.closest("form").querySelector(`[data-new-group="${place.id}"]`)?.click(),
  Enter: (place) => goOn(place),
  Escape: (place) => clear(place),
  Backspace: (place) => takeLast(place),
  ArrowDown: (place, input) => (input.dataset.card ? move(place, input, "ArrowDown") : toCard(place)),
  ArrowUp: (place, input) => (input.dataset.card ? move(place, input, "ArrowUp") : toCard(place)),
  ArrowLeft: (place, input) => move(place, input, "ArrowLeft"),
  ArrowRight: (place, input) => move(place, input, "ArrowRight"),
};

function meant(input, key) {
  if (input.dataset.card) return true;
  if (key === "Backspace") return !input.value;
  if (key === "/") return false;
  return !["ArrowLeft", "ArrowRight"].includes(key);
}

const isChar = (key) => [...key].length === 1 && /[\p{L}\p{N}♣♦♥♠]/u.test(key);

main.addEventListener("keydown", (event) => {
  const input = event.target;
  const place = input.matches(`${TYPED}, ${CARD}`) && input.closest(PICKER);
  if (!place || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!KEYS[event.key] || !meant(input, event.key)) return;
  event.preventDefault();
  KEYS[event.key](place, input);
});

// Letters and digits go to the cards of the form in use wherever the focus is, but where something else is written.
// Whoever speaks to their computer, which types what it hears, can have them go there only from a card.
const WRITES = "select, textarea, input:not([type=radio], [type=checkbox])";

function typeAnywhere(event) {
  const { target, key } = event;
  if (!isChar(key) || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  const isAnywhere = keyboard.matches && document.documentElement.dataset.keys !== "no";
  if (!isAnywhere && !target.matches(CARD) || target.matches(WRITES)) return;
  const form = formInUse();
  const place = placeOf(target) ?? (form && findOpenPlace(form));
  // The key itself then goes to the field.
  if (place) toType(place);
}
addEventListener("keydown", typeAnywhere);

function toType(place) {
  typingOf(place).open = true;
  fieldOf(place).focus({ preventScroll: true });
  typingOf(place).scrollIntoView({ block: "nearest", behavior: "instant" });
}

function toCard(place) {
  const cards = shownCards(place);
  (cards.find((input) => input.tabIndex === 0) || cards[0])?.focus({ preventScroll: true });
}

export function prepare(place) {
  leaveOneTabStop(place);
  showMeant(place);
}

main.addEventListener("click", (event) => {
  const place = event.target.closest("summary") && placeOf(event.target);
  const typing = place && typingOf(place);
  // Only once it is open can what is in it have the focus.
  if (typing?.contains(event.target)) setTimeout(() => typing.open && toType(place));
});

// Whoever sits at a keyboard can pick and type at once.
export function toCards(form) {
  const place = form && findOpenPlace(form);
  if (!place || !keyboard.matches) return;
  if (typingOf(place).open && fieldOf(place).offsetParent) toType(place);
  else toCard(place);
}

// What is opened over the page, else what is to be filled in next; nothing while a dispute has to be settled.
function formInUse() {
  const opened = document.querySelector("dialog[open]");
  if (opened) return opened.querySelector(PROMPTS);
  if (main.querySelector(DISPUTE)) return null;
  const wrong = main.querySelector(`${FORMS} ${ALERT}`)?.closest("form");
  return wrong || all(PROMPTS).find(isOpen);
}

// Once a page is drawn, keys go to that form, unless somebody is at something else.
export function readyToType() {
  const [form, focused] = [formInUse(), document.activeElement];
  const isElsewhere = form?.closest("dialog") ? form.contains(focused) : ![document.body, main].includes(focused);
  if (!isElsewhere) toCards(form);
}
