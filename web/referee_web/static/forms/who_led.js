// A phone that enters its own card before anybody else, and was not to lead, is asked once whether it led all the same.

import { isEmpty, placesIn } from "../cards/places.js";
import { tell } from "../cards/tabs.js";
import { all, fieldNamed, GO, main, questionOf } from "../dom.js";
import { say } from "../messages.js";

const ASKS_LEAD = "[data-asks-lead]";

const answered = new Set(); // The questions for which somebody has said so

const questionAt = (form, { dataset }) => {
  const cards = fieldNamed(dataset.leads, form);
  return questionOf(placesIn(cards).find((place) => !isEmpty(place)) ?? cards);
};
const isUnsaid = (field) => field.querySelector("input:checked")?.value === "";

// Whether all that is filled in is this seat's own card.
function isOwnAlone(form, { dataset }) {
  const cards = fieldNamed(dataset.leads, form);
  const filled = placesIn(cards).filter((place) => !isEmpty(place));
  return filled.length === 1 && filled[0].dataset.label === dataset.asksLead;
}

function answer(form, field, leader) {
  answered.add(questionAt(form, field));
  if (leader) leader.checked = true;
  form.requestSubmit(form.querySelector(GO));
}

main.addEventListener("submit", (event) => {
  const form = event.target;
  const field = form.querySelector(ASKS_LEAD);
  if (!field || answered.has(questionAt(form, field)) || !isUnsaid(field) || !isOwnAlone(form, field)) return;
  event.preventDefault();
  event.stopPropagation();
  const own = all("input", field).find(({ value }) => value === field.dataset.asksLead);
  tell(
    form,
    say("Did you lead?"),
    { label: say("Yes"), act: () => answer(form, field, own) },
    { label: say("No"), act: () => answer(form, field) },
  );
}, true);
