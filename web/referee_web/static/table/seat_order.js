// Ordering seats by moving them up and down instead of by numbers.

import { say } from "../messages.js";
import { announcer, createButton, createElement, main } from "../dom.js";
import { pageRedrawn } from "../events.js";

const MOVES = "[data-moves]";
const SEATING = "[data-seating]";
const PLACE_OF = "[data-place-of]";

function number(list) {
  [...list.children].forEach((seat, index) => {
    const input = seat.querySelector("input");
    if (input) input.value = String(index + 1);
    const partner = main.querySelector(`[data-place="${index + 1}"]`);
    if (partner) partner.textContent = seat.dataset.seat;
  });
}

// Numbers survive a redrawn page, the order of the list does not.
function sort(list) {
  const place = (seat) => Number(seat.querySelector("input")?.value || 0);
  list.append(...[...list.children].sort((one, other) => place(one) - place(other)));
  number(list);
}

function move(list, seat, up, button) {
  const other = up ? seat.previousElementSibling : seat.nextElementSibling;
  if (!other) return;
  if (up) other.before(seat);
  else other.after(seat);
  number(list);
  markEnds(list);
  // At either end of the list, the arrow that led there is disabled.
  const arrow = button.disabled ? seat.querySelector(`${MOVES} button:enabled`) : button;
  arrow.focus();
  const place = [...list.children].indexOf(seat) + 1;
  announcer.textContent = say("{seat} sits at place {place}", { seat: seat.dataset.seat, place });
}

function markEnds(list) {
  for (const seat of list.children) {
    const [up, down] = seat.querySelectorAll(`${MOVES} button`);
    if (!up) continue;
    up.disabled = !seat.previousElementSibling;
    down.disabled = !seat.nextElementSibling;
  }
}

function makeButton(list, seat, up) {
  const names = { seat: seat.dataset.seat };
  const label = up ? say("Move {seat} up", names) : say("Move {seat} down", names);
  const button = createButton({ class: "quiet", "aria-label": label }, up ? "↑" : "↓");
  button.addEventListener("click", () => move(list, seat, up, button));
  return button;
}

function begin() {
  for (const list of main.querySelectorAll(SEATING)) {
    sort(list);
    for (const seat of list.children) {
      if (seat.querySelector(MOVES) || list.children.length < 2) continue;
      seat.querySelector(PLACE_OF).hidden = true;
      const buttons = [makeButton(list, seat, true), makeButton(list, seat, false)];
      seat.append(createElement("span", { class: "moves", "data-moves": "" }, ...buttons));
    }
    markEnds(list);
  }
}

pageRedrawn.on(begin);
begin();
