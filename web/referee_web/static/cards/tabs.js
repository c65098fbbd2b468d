// What is picked: in the bar at the thumb the cards of the open place, each a button that takes it back; and, where a
// form has several places for cards (fields, seats), a tab for each, with its cards. The open one is where the next
// card goes. Without scripts the places stand below each other.

import {
  beginsNext, groupsIn, isEmpty, isFull, labelOf, openPartOf, orderOf, partOf, pickedIn, placeOf, placesHere,
  placesIn, setOpenPlace, takeBack,
} from "./places.js";
import { isLastCardDue } from "./last_card.js";
import { isByKey } from "../live/touch_hold.js";
import {
  ALERT, all, ASIDE, cardOf, createButton, createElement, DOCK, FIELD, FOLDED, GO, GRID, LEFT_OUT, LIFTS, main, NAME,
  nameOf, PICKER, REFUSAL, TAB, TOLD, TYPED, WRONG,
} from "../dom.js";
import { placeChanged } from "../events.js";
import { load } from "../on_demand.js";
import { say } from "../messages.js";

const TABS = "[data-tabs]";
const BAR = "[data-bar]";
const TAKES = "[data-take]";
const OWN = "[data-own]";
const FRAME = `[data-by-seat], ${LEFT_OUT}`;

const MOST_GAPS = 5;
const MANY = 8;
// A hand that has no more lies in one row, so that nothing moves with its last card.
const MOST_IN_A_ROW = 13;

const frameOf = (place) => place.closest(FRAME) || place;
const hasSeveralPlaces = (form) => placesHere(form).length > 1;

export function findOpenPlace(form) {
  const places = placesHere(form);
  return places.find((place) => place.id === form.dataset.openPlace) || places[0];
}

const scrollForm = (form, top) => (form.closest("dialog") ?? window).scrollBy({ top, behavior: "instant" });
const topOfCards = (place) => place.querySelector(GRID).getBoundingClientRect().top;

// The cards stay under the thumb, whatever changes above them.
export function switchTo(form, place) {
  const before = topOfCards(findOpenPlace(form));
  showPlace(form, place);
  scrollForm(form, topOfCards(place) - before);
}

// A refusal is read by then: another card is on its way to be right.
export function dropRefusal(form) {
  const refusal = form.querySelector(REFUSAL);
  const place = findOpenPlace(form);
  if (!refusal || !place) return;
  const before = topOfCards(place);
  refusal.remove();
  delete form.dataset.refusedOf;
  scrollForm(form, topOfCards(place) - before);
}

function showPlace(form, place) {
  setOpenPlace(form, place.id);
  openPartOf(form, place);
  if (!hasSeveralPlaces(form)) return;
  for (const each of placesHere(form)) {
    const frame = frameOf(each);
    frame.removeAttribute("name");
    if (frame.localName === "details") frame.open = true;
    frame.classList.toggle("shut", each !== place);
  }
  for (const field of all(FIELD, form)) {
    if (field.querySelector(PICKER)) field.classList.toggle("shut", !field.contains(place));
  }
}

// Of those that several have named, and that are therefore asked again.
export const isClashing = (form, code) => (form.dataset.clash ?? "").split(" ").includes(code);

// Mistakes come first, then what is still to be filled in; what was entered before is shown from its beginning.
export function openFirst(form) {
  const places = placesIn(form);
  if (!places.length) return;
  form.classList.toggle("in-one", places.length > 1);
  const before = places.find((place) => place.id === form.dataset.openPlace);
  if (before) return showPlace(form, before);
  const isWrong = (place) => place.closest(WRONG) || (partOf(place) ?? "") === form.dataset.refusedOf;
  const wrong = places.find((place) => isWrong(place) || pickedIn(place).some(({ value }) => isClashing(form, value)));
  const empty = places[0].hasAttribute("data-replaces") ? [] : places.filter(isEmpty);
  showPlace(form, wrong || empty.find((place) => place.closest(OWN)) || empty[0] || places[0]);
}

export function nextEmpty(form, place) {
  const places = placesIn(form);
  return places.slice(places.indexOf(place) + 1).find(isEmpty);
}

const wantsMore = (place) => pickedIn(place).length < Number(place.dataset.least ?? 0);

// Once a place is full, the next card goes to the next empty place; places for a single card, and those of another seat's
// part, may also lie before it. Returns the place that it opened.
export function leadOn(form, place) {
  // Where one card is put right, all others stay.
  if (!isFull(place) || form.closest("dialog")) return null;
  const isNext = (each) => {
    if (each.hasAttribute("data-one")) return isEmpty(each);
    return partOf(each) === partOf(place) ? wantsMore(each) : !isFull(each);
  };
  const next = nextEmpty(form, place) || placesIn(form).find(isNext);
  if (next) switchTo(form, next);
  return next;
}

// Drawing

const createGap = () => createElement("span", { class: "gap" });
const faceOf = (input) => cardOf(input).cloneNode(true);

// A chip shows a picked card: in the bar a tap takes it back, and in a tab moves it.
function takeBackChip(input) {
  const label = say("Take back the {card}", { card: nameOf(input) });
  const cross = createElement("span", { class: "cross" }, "×");
  return createButton({ class: "chip", "data-take": input.id, "aria-label": label }, faceOf(input), cross);
}

// With the first card in a tab comes what moves it to another.
function moveChip(input) {
  load("cards/moving.js");
  const isLifted = String(input.form.dataset.lifted === input.id);
  const label = say("Move the {card}", { card: nameOf(input) });
  const attributes = { class: "chip", "data-lift": input.id, "aria-pressed": isLifted, "aria-label": label };
  return createButton(attributes, faceOf(input));
}

function gapsIn(place) {
  if (place.closest(LEFT_OUT)) return [];
  const least = place.dataset.least || (place.hasAttribute("data-one") ? 1 : 0);
  const missing = Math.max(0, Number(least) - orderOf(place).length);
  return Array.from({ length: Math.min(missing, MOST_GAPS) }, createGap);
}

// Groups of cards, such as melds, with a stroke between them; a button begins the next.
const createStroke = () => createElement("span", { class: "stroke" }, "/");
const emptyGroup = (place) => (beginsNext(place) ? [createStroke(), createGap()] : []);

function chipsOf(group, at, chip) {
  const parting = at > 0 ? [createStroke()] : [];
  return [...parting, ...group.map(chip)];
}

function newGroupButton(place) {
  if (!place.hasAttribute("data-groups") || !pickedIn(place).length) return [];
  return [createButton({ class: "quiet new-group", "data-new-group": place.id }, say("New group"))];
}

function createChips(place, chip) {
  const typed = place.querySelector(TYPED).value.trim();
  const rest = typed ? [createElement("span", { class: "as-typed" }, typed)] : gapsIn(place);
  const fits = Math.max(MANY, Math.min(Number(place.dataset.most ?? 0), MOST_IN_A_ROW));
  const kind = pickedIn(place).length > fits ? "chips small many" : "chips small";
  const groups = groupsIn(place).flatMap((group, at) => chipsOf(group, at, chip));
  return createElement("span", { class: kind }, ...groups, ...emptyGroup(place), ...rest);
}

function createNameButton(form, place) {
  // Of a seat at the table its mark stands before its name.
  const name = frameOf(place).querySelector(`summary ${NAME}`);
  const mark = name?.parentElement.firstElementChild;
  const isHere = String(place === findOpenPlace(form));
  const signs = mark && mark !== name ? [mark.cloneNode(true)] : [];
  const attributes = { class: "to-place", "data-open": place.id, "aria-expanded": isHere, "aria-controls": place.id };
  const held = pickedIn(place).map(nameOf).join(", ");
  if (held) attributes["aria-label"] = `${labelOf(place)}: ${held}`;
  return createButton(attributes, ...signs, createElement("span", {}, labelOf(place)));
}

function createTab(form, place) {
  const kind = place.hasAttribute("data-one") ? "place one" : "place";
  const group = { class: kind, role: "group", "aria-label": place.dataset.label, "data-at": place.id };
  const element = createElement("div", group, createNameButton(form, place), createChips(place, moveChip));
  element.classList.toggle("here", place === findOpenPlace(form));
  element.classList.toggle("wrong", Boolean(place.closest(WRONG)) && isEmpty(place));
  return element;
}

function findOrAddTabs(form) {
  const drawn = form.querySelector(TABS);
  if (drawn) return drawn;
  const tabs = createElement("div", { class: "tabs", "data-tabs": "" });
  placesIn(form)[0].closest(FIELD).before(tabs);
  return tabs;
}

function findOrAddBar(form) {
  const drawn = form.querySelector(BAR);
  if (drawn) return drawn;
  const bar = createElement("div", { class: "picked", role: "group", "data-bar": "" });
  const words = createElement("div", { class: "told", role: "status", "data-told": "" });
  // A form has no button to send it while something else has to be decided first.
  const dock = form.querySelector(DOCK);
  if (dock) dock.prepend(words, bar);
  else form.append(words, bar);
  form.classList.add("with-bar");
  return bar;
}

// Whoever has the focus in there has it afterwards: on the same button, or on the one that took its place.
function replaceButtons(element, children, form) {
  const at = all("button", element).indexOf(document.activeElement);
  element.replaceChildren(...children);
  if (at < 0) return;
  const buttons = element.querySelectorAll("button");
  (buttons[Math.min(at, buttons.length - 1)] || form.querySelector(GO)).focus({ preventScroll: true });
}

export function drawPicked(form) {
  const places = placesHere(form);
  if (!places.length) return;
  const [bar, place] = [findOrAddBar(form), findOpenPlace(form)];
  bar.setAttribute("aria-label", place.dataset.label);
  const isOneOfMany = places.length > 1 && place.hasAttribute("data-one");
  const whose = isOneOfMany ? [createElement("span", { class: "whose" }, labelOf(place))] : [];
  const row = createChips(place, takeBackChip);
  const then = isLastCardDue(form) ? [createElement("span", { class: "hint" }, say("then it’s entered"))] : [];
  replaceButtons(bar, [...whose, row, ...then, ...newGroupButton(place)], form);
  row.scrollLeft = row.scrollWidth;
  if (places.length > 1) replaceButtons(findOrAddTabs(form), places.map((each) => createTab(form, each)), form);
}

// A word over the bar, until the next tap: why something cannot be, or a question, and a button for each thing that one
// can do about it.
export function tell(form, text, ...actions) {
  findOrAddBar(form);
  const words = form.querySelector(TOLD);
  const buttons = actions.map(({ label, act }) => {
    const button = createButton({ class: "quiet" }, label);
    button.addEventListener("click", act);
    return button;
  });
  words.replaceChildren(createElement("p", {}, text), ...buttons);
}

export function tellNotLoaded(form) {
  tell(form, say("That didn’t work: no connection. Try again when it’s back."));
}

export function untell(form) {
  form.querySelector(TOLD)?.replaceChildren();
}

// A form that fits on the screen is brought up no further than it must be, one that was unfolded to the top, since it
// may grow; of a longer one the cards matter most, and above them why they were refused.
export function bringUp(form) {
  const place = findOpenPlace(form);
  const cards = place?.closest(FOLDED) ? null : place?.querySelector(GRID);
  const dock = form.querySelector(DOCK);
  const room = dock ? innerHeight - dock.offsetHeight - (parseFloat(getComputedStyle(dock).bottom) || 0) : innerHeight;
  const aside = form.closest(ASIDE);
  const { top } = (aside || form).getBoundingClientRect();
  const { bottom: last } = (cards || form).getBoundingClientRect();
  const { top: first } = (form.querySelector(ALERT) || cards || form).getBoundingClientRect();
  const isWhole = last - top <= room;
  if (isWhole && aside) scrollForm(form, top);
  else if (isWhole) scrollForm(form, Math.min(top, Math.max(0, last - room)));
  else scrollForm(form, Math.min(first, Math.max(top, last - room)));
}

// Whoever led plays first: as long as no card is there, the first goes to them, and the next ones follow in their turn.
main.addEventListener("change", ({ target }) => {
  const leads = target.closest("[data-leads]")?.dataset.leads;
  const places = leads ? placesIn(target.form.querySelector(`[data-field="${leads}"]`)) : [];
  const first = places.find((place) => labelOf(place) === target.parentElement.textContent.trim());
  if (!first || !places.every(isEmpty)) return;
  switchTo(target.form, first);
  placeChanged.send(target.form, {});
});

main.addEventListener("click", (event) => {
  const taken = event.target.closest(TAKES);
  const tapped = event.target.closest(TAB);
  if (taken) {
    const input = document.getElementById(taken.dataset.take);
    switchTo(input.form, placeOf(input));
    return takeBack(input);
  }
  if (!tapped || event.target.closest(LIFTS)) return;
  const { form } = tapped.querySelector("button");
  switchTo(form, document.getElementById(tapped.dataset.at));
  placeChanged.send(form, { byKey: isByKey(event) });
});
