// What the button that sends a form says beside its words: how many cards, groups, seats or parts there are, or what is
// still missing.

import { groupsIn, partOf, pickedIn, placesIn, typedIn } from "./places.js";
import { emptyField, firstMissing, isBare, isPartDone, labelOfField, partsOf } from "./still_missing.js";
import { all, PLACE } from "../dom.js";
import { count, say } from "../messages.js";

const COUNT = "[data-count]";

const CARDS = '[data-type="cards"], [data-type="card_groups"], [data-type="card_by_seat"], [data-type="cards_by_seat"]';

export function showCount(form) {
  const place = form.querySelector(COUNT);
  const missing = firstMissing(form);
  const isNone = !missing && isBare(form) && emptyField(form) !== undefined;
  let words = countOf(form);
  if (missing) words = sayMissing(missing);
  else if (isNone) words = say("no cards");
  if (place) place.textContent = words ? ` (${words})` : "";
  const button = place?.parentElement;
  button?.classList.toggle("not-yet", isNone || Boolean(missing));
  if (missing) button?.setAttribute("aria-label", `${button.textContent} ${labelOfField(missing)}`);
  else button?.removeAttribute("aria-label");
}

// Of cards how many there are: what they are called stands over them, and in the name of the button.
function sayMissing(field) {
  if (partOf(field) !== undefined) return countOf(field.form);
  if (!placesIn(field).length) return labelOfField(field);
  if (field.dataset.type === "card") return say("{n} of {all}", { n: 0, all: 1 });
  return countIn(field) || countCards(pickedIn(field).length);
}

function countOf(form) {
  const parts = partsOf(form);
  if (parts.length) return say("{n} of {all}", { n: parts.filter(isPartDone).length, all: parts.length });
  const fields = all(CARDS, form).filter((field) => !("optional" in field.dataset) || pickedIn(field).length);
  if (!fields.length || typedIn(form)) return "";
  return fields.length > 1 ? countCards(pickedIn(form).length) : countIn(fields[0]);
}

function countIn(field) {
  if (field.dataset.type === "cards") return ofCards(pickedIn(field).length, field.dataset.min, field.dataset.max);
  if (field.dataset.type === "card_groups") return ofGroups(groupsIn(field.querySelector(PLACE)));
  const seats = placesIn(field);
  if (seats.length < 2 && seats[0].dataset.most !== "1") return "";
  const n = seats.filter((seat) => pickedIn(seat).length).length;
  const { some } = field.dataset;
  return n < some ? ofCards(n, some) : say("{n} of {all}", { n, all: seats.length });
}

const ofGroups = ({ length }) => (length ? count("{n} group", "{n} groups", length) : "");
const countCards = (n) => count("{n} card", "{n} cards", n);

function ofCards(n, least, most) {
  if (most !== undefined && n > Number(most)) return say("{n}: too many", { n });
  if (least !== undefined && least === most) return say("{n} of {all}", { n, all: most });
  if (least > 1 && n < Number(least)) return say("{n} of at least {least}", { n, least });
  if (!n && least > 0) return "";
  return countCards(n);
}
