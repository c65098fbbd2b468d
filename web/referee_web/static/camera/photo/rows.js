// The cards found, side by side: the picture cut out of the photo beside the card that was read, which a tap changes.
// In a photo of the whole table cards stand by player, and go from one to another by dragging or by a menu.

import { say } from "../../messages.js";
import { createButton, createElement } from "../../dom.js";
import { codesIn, faceOf } from "./found.js";

const EDGE = 48; // Pixels from the edge, within which what is dragged scrolls the others

export function drawRows(into, found, changed) {
  const focused = focusedIn(into);
  const objections = found.objections();
  const groups = found.ofTable ? [null, ...found.places] : found.places;
  into.replaceChildren(...groups.map((place) => group(place, found, objections, changed)).filter(Boolean));
  if (focused) focusAgain(into, focused);
}

const controlsIn = (element) => [...element.querySelectorAll("select, button")];

function focusedIn(into) {
  const control = document.activeElement, row = control.closest("li");
  if (!into.contains(control) || !row) return null;
  return { card: row.card, which: controlsIn(row).indexOf(control), at: controlsIn(into).indexOf(control) };
}

// The same control of the same card, wherever it stands now, or what came after a card that was left out.
function focusAgain(into, { card, which, at }) {
  const row = [...into.querySelectorAll("li")].find((each) => each.card === card);
  (row ? controlsIn(row)[which] : controlsIn(into)[at] ?? controlsIn(into).at(-1))?.focus();
}

function group(place, found, objections, changed) {
  const cards = found.cards.filter((card) => card.place === place);
  if (!found.ofTable) return list(cards, found, objections, changed);
  if (!place && !cards.length) return null;
  const name = place ? place.dataset.label : say("Whose are these?");
  const heading = createElement("h3", {}, name);
  const element = createElement("section", { "aria-label": name }, heading, list(cards, found, objections, changed));
  element.receive = (card) => {
    card.place = place;
    card.isGiven = true;
    changed();
  };
  return element;
}

const list = (cards, found, objections, changed) =>
  createElement("ul", {}, ...cards.map((card) => row(card, found, objections, changed)));

function row(card, found, objections, changed) {
  const { face, name } = faceOf(card.place ?? found.places[0], card.code);
  const objection = objections.get(card);
  const cutOut = card.still.cutOut(card.reading);
  const parts = [cutOut, createElement("div", { class: "read-as" }, face, corrections(card, found, name, changed))];
  if (found.ofTable) parts.push(owners(card, found, name, changed));
  const label = say("Leave out the {card}", { card: name });
  const leaveOut = createButton({ class: "quiet", "aria-label": label }, "×");
  leaveOut.addEventListener("click", () => {
    found.remove(card);
    changed();
  });
  parts.push(leaveOut);
  let kind = "";
  if (objection) {
    kind = "crossed-out";
    parts.push(createElement("p", { class: "why" }, objection));
  } else if (card.isDoubtful) {
    kind = "doubtful";
    parts.push(createElement("p", { class: "doubt" }, say("unclear")));
  }
  const element = createElement("li", { class: kind }, ...parts);
  element.card = card;
  if (found.ofTable) makeDraggable(element, cutOut, card);
  return element;
}

// What the card is instead: what it may be by its looks first, then every card that can be picked.
function corrections(card, found, name, changed) {
  const place = card.place ?? found.places[0];
  const known = [...new Set([...card.likely, ...codesIn(place), card.code])];
  const options = known.map((code) => option(code, faceOf(place, code).name, code === card.code));
  const select = createElement("select", { "aria-label": say("Instead of the {card}", { card: name }) }, ...options);
  select.addEventListener("change", () => {
    card.code = select.value;
    card.isDoubtful = false;
    changed();
  });
  return select;
}

function owners(card, found, name, changed) {
  const options = found.places.map((place) => option(place.id, place.dataset.label, place === card.place));
  const label = say("Whose is the {card}?", { card: name });
  const select = createElement("select", { "aria-label": label }, option("", say("Whose?"), !card.place), ...options);
  select.addEventListener("change", () => {
    card.place = found.places.find((place) => place.id === select.value) ?? null;
    card.isGiven = true;
    changed();
  });
  return select;
}

function option(value, text, isSelected) {
  const element = createElement("option", { value }, text);
  element.selected = isSelected;
  return element;
}

function makeDraggable(element, handle, card) {
  handle.classList.add("handle");
  handle.addEventListener("pointerdown", (down) => {
    const into = element.closest("[data-photo-body]");
    handle.setPointerCapture(down.pointerId);
    const move = ({ clientX, clientY }) => {
      element.style.transform = `translate(${clientX - down.clientX}px, ${clientY - down.clientY}px)`;
      const frame = into.getBoundingClientRect();
      if (clientY > frame.bottom - EDGE) into.scrollBy(0, EDGE / 4);
      else if (clientY < frame.top + EDGE) into.scrollBy(0, -EDGE / 4);
    };
    const drop = ({ clientX, clientY }) => {
      handle.removeEventListener("pointermove", move);
      element.style.transform = "";
      element.style.pointerEvents = "none";
      const target = document.elementFromPoint(clientX, clientY)?.closest("section");
      element.style.pointerEvents = "";
      target?.receive?.(card);
    };
    handle.addEventListener("pointermove", move);
    handle.addEventListener("pointerup", drop, { once: true });
    handle.addEventListener("pointercancel", () => {
      handle.removeEventListener("pointermove", move);
      element.style.transform = "";
    }, { once: true });
  });
}
