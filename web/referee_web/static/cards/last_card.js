// A trick that is entered on one phone: with the last card all is said, so its tap sends the form. Not where cards are put
// right: whoever does that may mean another one. Keys, and what is typed or photographed, end with the button.

import { isEmpty, placesIn } from "./places.js";
import { all, FIELD, GO, PICKER } from "../dom.js";

const ONE_EACH = `${PICKER}[data-one]:not([data-replaces])`;
const LEADS = "[data-leads]";

// A card of each seat is asked, and but for who led nothing else.
function asksTrick(form) {
  const places = placesIn(form);
  const isOther = (field) => !field.matches(LEADS) && !field.querySelector(ONE_EACH);
  return places.length > 1 && places.every((place) => place.matches(ONE_EACH)) && !all(FIELD, form).some(isOther);
}

const isNew = (form) => form.matches("[data-send]:not([data-refused], [data-reviewed])") && !form.closest("dialog");
const emptyIn = (form) => placesIn(form).filter(isEmpty).length;

// Whether the next card sends this form.
export const isLastCardDue = (form) => isNew(form) && asksTrick(form) && emptyIn(form) === 1;

// Somebody looks at what is picked: only the button sends it.
export const noteReviewed = (form) => { form.dataset.reviewed = ""; };

// A tap on a card: it took the card back from a trick that was full, or it may have been the last.
export function noteTap(card) {
  isJustEntered = false;
  if (card.checked) setTimeout(sendIfFull, 0, card.form);
  else if (emptyIn(card.form) === 1) noteReviewed(card.form);
}

// A trick was entered by its last card, and nothing of the next one is there yet.
let isJustEntered = false;

// Whoever taps the button too, as it was before, means the trick that is entered by now.
function dropTap(event) {
  const form = event.target.closest?.(GO)?.form;
  if (!isJustEntered || !form || emptyIn(form) < placesIn(form).length) return;
  isJustEntered = false;
  event.preventDefault();
  event.stopPropagation();
}

addEventListener("click", dropTap, true);

// Once the tap is over, and what was picked is kept.
function sendIfFull(form) {
  const go = form.querySelector(GO);
  if (isNew(form) && asksTrick(form) && emptyIn(form) === 0 && !go.disabled) {
    isJustEntered = true;
    form.requestSubmit(go);
  }
}
