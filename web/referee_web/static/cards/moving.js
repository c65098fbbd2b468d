// Moving a card from one place of a form to another: it is dragged from its tab to the other, or tapped in its tab and
// then the other tab is.

import { cardsIn, free, orderOf, placeOf, takeBack } from "./places.js";
import { switchTo, tell, untell } from "./tabs.js";
import { LIFTS, main, nameOf, PROMPTS, TAB } from "../dom.js";
import { placeChanged } from "../events.js";
import { say } from "../messages.js";

const FAR_PX = 8;
let drag = null;
let justDragged = false;

const inputOf = (chip) => document.getElementById(chip.dataset.lift);
const unpicked = (place, code) => cardsIn(place).find((input) => input.value === code && !input.checked);

// A place for a single card gives back the one that lay there.
export function move(input, place) {
  const from = placeOf(input);
  const { form } = input;
  delete form.dataset.lifted;
  const to = unpicked(place, input.value);
  if (from === place || !to) return;
  const before = place.hasAttribute("data-one") ? orderOf(place)[0] : null;
  free(input);
  if (before) {
    free(before);
    const back = unpicked(from, before.value);
    if (back) back.checked = true;
  }
  to.checked = true;
  untell(form);
  switchTo(form, place);
  to.dispatchEvent(new Event("input", { bubbles: true }));
}

// By two taps

function lift(form, chip) {
  const input = inputOf(chip);
  if (form.dataset.lifted === input.id) {
    delete form.dataset.lifted;
    untell(form);
    switchTo(form, placeOf(input));
    return takeBack(input);
  }
  form.dataset.lifted = input.id;
  placeChanged.send(form, {});
  return tell(form, say("The {card}: tap where it goes, or tap it again to take it back.", { card: nameOf(input) }));
}

// Before the tab opens, which draws it again.
main.addEventListener("click", (event) => {
  const form = event.target.closest(PROMPTS);
  const to = event.target.closest(TAB);
  const lifted = form && document.getElementById(form.dataset.lifted);
  if (!lifted || !to || to.dataset.at === placeOf(lifted).id) return;
  event.stopPropagation();
  move(lifted, document.getElementById(to.dataset.at));
}, true);

main.addEventListener("click", (event) => {
  const form = event.target.closest(PROMPTS);
  if (justDragged || !form) return;
  const chip = event.target.closest(LIFTS);
  if (chip) lift(form, chip);
  else delete form.dataset.lifted;
});

// By dragging

let reached = null;
const tabAt = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.closest(TAB);

function begin(event) {
  const ghost = drag.chip.firstElementChild.cloneNode(true);
  ghost.classList.add("dragged");
  document.body.append(ghost);
  drag.ghost = ghost;
  drag.chip.setPointerCapture(event.pointerId);
}

function over(tab) {
  reached?.classList.remove("over");
  tab?.classList.add("over");
  reached = tab;
}

main.addEventListener("pointerdown", (event) => {
  const chip = event.target.closest(LIFTS);
  justDragged = false;
  drag = chip && !event.button ? { chip, input: inputOf(chip), x: event.clientX, y: event.clientY, ghost: null } : null;
});

main.addEventListener("pointermove", (event) => {
  if (!drag) return;
  if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR_PX) return;
  if (!drag.ghost) begin(event);
  drag.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -80%)`;
  over(tabAt(event));
});

function end(event) {
  if (!drag?.ghost) {
    drag = null;
    return;
  }
  const { ghost, input } = drag;
  drag = null;
  ghost.remove();
  over(null);
  // The click that follows is not a tap.
  justDragged = true;
  setTimeout(() => { justDragged = false; });
  const tab = event.type === "pointerup" && tabAt(event);
  if (tab && input.form.contains(tab)) move(input, document.getElementById(tab.dataset.at));
}

main.addEventListener("pointerup", end);
main.addEventListener("pointercancel", end);
