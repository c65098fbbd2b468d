// The tray at the thumb: the cards picked so far, each a button that takes it back, and, where a form has several
// places for cards (fields, seats), which of them the next card goes to. Without it the places stand below each other.

import { cardOf, isEmpty, isFull, nameOf, order, placesIn, put } from "./places.js";
import { say } from "../messages.js";

const MOST_GAPS = 5;
const main = document.getElementById("main");

const frameOf = (place) => place.closest("[data-by-seat], .left-out") || place;
const several = (form) => placesIn(form).length > 1;

export function openPlace(form) {
  const places = placesIn(form);
  return places.find((place) => place.id === form.dataset.place) || places[0];
}

const scroll = (top) => window.scrollBy({ top, behavior: "instant" });
const topOf = (place) => place.querySelector("[data-grid]").getBoundingClientRect().top;

// The cards stay under the thumb, whatever changes above them.
export function open(form, place) {
  const before = topOf(openPlace(form));
  show(form, place);
  scroll(topOf(place) - before);
}

function show(form, place) {
  form.dataset.place = place.id;
  if (!several(form)) return;
  for (const each of placesIn(form)) {
    const frame = frameOf(each);
    frame.removeAttribute("name");
    if (frame.localName === "details") frame.open = true;
    frame.classList.toggle("shut", each !== place);
  }
  for (const field of form.querySelectorAll("[data-field]")) {
    if (field.querySelector("[data-picker]")) field.classList.toggle("shut", !field.contains(place));
  }
}

// Mistakes come first, then what is still to be filled in; what was entered before is shown from its beginning.
export function openFirst(form) {
  const places = placesIn(form);
  if (!places.length) return;
  form.classList.toggle("in-one", places.length > 1);
  if (places.some((place) => place.id === form.dataset.place)) return show(form, openPlace(form));
  const wrong = places.find((place) => place.closest(".has-error"));
  const empty = places[0].hasAttribute("data-replaces") ? null : places.find(isEmpty);
  show(form, wrong || empty || places[0]);
}

export function nextEmpty(form, place) {
  const places = placesIn(form);
  return places.slice(places.indexOf(place) + 1).find(isEmpty);
}

// Once a place is full, the next card goes to the next empty place; places for a single card may also lie before it.
export function leadOn(form, place) {
  if (!isFull(place)) return;
  const next = nextEmpty(form, place) || placesIn(form).find((each) => each.hasAttribute("data-one") && isEmpty(each));
  if (next) open(form, next);
}

// Drawing

function made(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function chip(input) {
  const label = say("Take back the {card}", { card: nameOf(input) });
  return made("button", { type: "button", class: "chip", "data-take": input.id, "aria-label": label }, cardOf(input).cloneNode(true));
}

function gaps(place) {
  if (place.closest(".left-out")) return [];
  const wanted = Number(place.dataset.least || (place.hasAttribute("data-one") ? 1 : 0)) - order(place).length;
  return Array.from({ length: Math.min(Math.max(wanted, 0), MOST_GAPS) }, () => made("span", { class: "gap" }));
}

function chips(place) {
  const typed = place.querySelector("[data-typed]").value.trim();
  const said = typed ? [made("span", { class: "as-typed" }, typed)] : gaps(place);
  return made("span", { class: "chips small" }, ...order(place).map(chip), ...said);
}

function nameButton(form, place) {
  const mark = frameOf(place).querySelector("summary .badge");
  const here = String(place === openPlace(form));
  const shown = mark ? [mark.cloneNode(true)] : [];
  const text = made("span", {}, place.dataset.label.split(",")[0]);
  return made("button", { type: "button", class: "to-place", "data-open": place.id, "aria-expanded": here, "aria-controls": place.id }, ...shown, text);
}

function row(form, place) {
  const kind = place.hasAttribute("data-one") ? "place one" : "place";
  const element = made("div", { class: kind, role: "group", "aria-label": place.dataset.label });
  if (several(form)) element.append(nameButton(form, place));
  element.append(chips(place));
  element.classList.toggle("here", place === openPlace(form));
  element.classList.toggle("wrong", Boolean(place.closest(".has-error")) && isEmpty(place));
  return element;
}

function trayOf(form) {
  const found = form.querySelector("[data-tray]");
  if (found) return found;
  const tray = made("div", { class: "tray", "data-tray": "" });
  // A form has no button to send it while something else has to be decided first.
  const dock = form.querySelector(".send");
  if (dock) dock.prepend(tray);
  else form.append(tray);
  form.classList.add("with-tray");
  return tray;
}

export function drawTray(form) {
  const places = placesIn(form);
  if (!places.length) return;
  const tray = trayOf(form);
  const focused = [...tray.querySelectorAll("button")].indexOf(document.activeElement);
  tray.replaceChildren(...places.map((place) => row(form, place)));
  for (const each of tray.querySelectorAll(".chips")) each.scrollLeft = each.scrollWidth;
  showHere(tray);
  if (focused < 0) return;
  const buttons = tray.querySelectorAll("button");
  (buttons[Math.min(focused, buttons.length - 1)] || form.querySelector("button.go")).focus({ preventScroll: true });
}

function showHere(tray) {
  const here = tray.querySelector(".here");
  if (here) tray.scrollTop = here.offsetTop - (tray.clientHeight - here.offsetHeight) / 2;
}

// Of a form longer than the screen the cards matter most; if they are folded away, whose form it is.
export function bringUp(form) {
  const place = openPlace(form);
  const isFolded = Boolean(place?.closest("details:not([open])"));
  const dock = form.querySelector(".send");
  const room = dock ? innerHeight - dock.offsetHeight - (parseFloat(getComputedStyle(dock).bottom) || 0) : innerHeight;
  const top = form.getBoundingClientRect().top;
  if (isFolded && top >= 0 && top < room) return;
  const shown = (!isFolded && place?.querySelector("[data-grid]")) || form;
  const { top: first, bottom: last } = shown.getBoundingClientRect();
  scroll(Math.min(first, Math.max(top, last - room)));
}

main.addEventListener("click", (event) => {
  const button = event.target.closest("[data-take], [data-open]");
  if (!button) return;
  const { form } = button;
  const input = button.dataset.take && document.getElementById(button.dataset.take);
  open(form, input ? input.closest("[data-picker]") : document.getElementById(button.dataset.open));
  if (input) put(input, false);
  else form.dispatchEvent(new CustomEvent("place", { bubbles: true, detail: { byKey: event.detail === 0 } }));
});
