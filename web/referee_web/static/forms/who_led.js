// A phone that enters its own card before anybody else, and was not to lead, is asked whether it led all the same.

import { isEmpty, placesIn } from "../cards/places.js";
import { tell, untell } from "../cards/tabs.js";
import { all, fieldNamed, GO, main, TOLD, withKey } from "../dom.js";
import { pageRedrawn } from "../events.js";
import { dropNextTap } from "../live/touch_hold.js";
import { say } from "../messages.js";

const ASKS_LEAD = "[data-asks-lead]";

const asked = new WeakSet(); // The forms that have asked, and were answered unless they wait

let waiting = null; // The form whose answer is not given yet

const isUnsaid = (field) => field.querySelector("input:checked")?.value === "";

// Whether all that is filled in is this seat's own card.
function isOwnAlone(form, { dataset }) {
  const cards = fieldNamed(dataset.leads, form);
  const filled = placesIn(cards).filter((place) => !isEmpty(place));
  return filled.length === 1 && filled[0].dataset.label === dataset.asksLead;
}

function askLead(form, field) {
  waiting = form;
  asked.add(form);
  dropNextTap();
  const own = all("input", field).find(({ value }) => value === field.dataset.asksLead);
  tell(
    form,
    say("Did you lead?"),
    { label: say("Yes"), act: () => answer(form, own) },
    { label: say("No"), act: () => answer(form) },
  );
}

function answer(form, leader) {
  waiting = null;
  if (leader) leader.checked = true;
  form.requestSubmit(form.querySelector(GO));
}

main.addEventListener("submit", (event) => {
  const form = event.target;
  const field = form.querySelector(ASKS_LEAD);
  if (!field || (asked.has(form) && waiting !== form) || !isUnsaid(field) || !isOwnAlone(form, field)) return;
  event.preventDefault();
  event.stopPropagation();
  askLead(form, field);
}, true);

// Once the lead is known nothing is asked any more, and what was to be sent is sent.
pageRedrawn.on(() => {
  const [old, form] = [waiting, waiting && withKey(waiting.dataset.key)];
  const field = form?.querySelector(ASKS_LEAD);
  if (!old || (form === old && field)) return;
  const isAsking = old.querySelector(TOLD)?.hasChildNodes();
  waiting = null;
  untell(old);
  if (!form || !isAsking || placesIn(form).every(isEmpty)) return;
  if (field) askLead(form, field);
  else setTimeout(() => answer(form));
});
