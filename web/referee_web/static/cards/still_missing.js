// What a form still lacks before it can be sent at all, field by field, and for several seats part by part; whether no cards
// are meant where there may be none; and what the button that sends it says of both, or else how much there is.

import { groupsIn, isEmpty, openPart, partOf, pickedIn, placeOf, placesIn, typedIn } from "./places.js";
import { tell } from "./tabs.js";
import { all, FIELD, fieldNamed, isFilled, nameOf, ONE_CARD, PART, PICKER, PROMPTS, signOf, STEPS } from "../dom.js";
import { count, say } from "../messages.js";

const WANTED_CARDS = '[data-type="cards"]:not([data-optional], [data-max="0"])';

// The first field that still has to be filled in. Of the parts of a form for several seats, those count that somebody has
// begun, and before that the open one.
export function firstMissing(form) {
  const [fields, parts] = [all(FIELD, form), partsOf(form)];
  const begun = parts.filter((part) => !isPartBlank(part));
  if (parts.length && !begun.length) return fields.find((field) => partOf(field) === openPart(form));
  return (parts.length ? begun.flat() : fields).find(isMissing);
}

// The parts of a form for several seats, each with its fields.
export function partsOf(form) {
  const fields = all(PART, form);
  return [...new Set(fields.map(partOf))].map((part) => fields.filter((field) => partOf(field) === part));
}

export const isPartBlank = (part) => part.every(isBlank);
export const isPartDone = (part) => !isPartBlank(part) && !part.some(isMissing);

const labelOfField = (field) => field.querySelector("legend").firstChild.textContent.trim();

const inputsOf = (field) => all("input, select", field).filter((input) => input.name && !placeOf(input));

const isBlank = (field) => placesIn(field).every(isEmpty) && !inputsOf(field).some(isFilled);

function isMissing(field) {
  const { optional, unless } = field.dataset;
  if (optional !== undefined) return false;
  const others = unless ? unless.split(" ") : [];
  const named = (name) => fieldNamed(name, field.form);
  // Of numbers a part will do then.
  const mayBeShort = isBlank(field) || field.dataset.type === "numbers_by_seat";
  if (mayBeShort && others.some((name) => named(name) && !isBlank(named(name)))) return false;
  return placesIn(field).length ? lacksCards(field) : lacksWords(field);
}

function lacksCards(field) {
  const { type, min = 0, some } = field.dataset;
  const places = placesIn(field);
  const hasShortGroup = (place) => groupsIn(place).some((group) => group.length < Number(min));
  const isShort = (place) => pickedIn(place).length > 0 && !typedIn(place) && hasShortGroup(place);
  if (places.some(isShort)) return true;
  if (type === "cards" && !Number(min)) return false;
  return places.filter(isEmpty).length > (some === undefined ? 0 : places.length - (some || 1));
}

function lacksWords(field) {
  const { type, min, some } = field.dataset;
  const inputs = inputsOf(field);
  const leasts = {
    seats: Number(min || 0),
    order: Number(min || 1),
    numbers_by_seat: some === undefined ? inputs.length : 1,
  };
  return inputs.filter(isFilled).length < Math.min(leasts[type] ?? 1, inputs.length);
}

// Cards are asked for, though there may be none, and none are picked: that is meant only by whoever says so twice.

const isBare = (element) => !pickedIn(element).length && !typedIn(element);

// The first field without cards, parts that nobody has begun aside.
function emptyField(form) {
  if (!form.matches("[data-send]")) return undefined;
  const notBegun = partsOf(form).filter(isPartBlank).flat();
  return all(WANTED_CARDS, form).find((field) => isBare(field) && !notBegun.includes(field));
}

// Holds the first sending back, and asks; the next one goes. Without its only card nothing goes.
export function askFirst(event) {
  const form = event.target;
  const isSure = "sure" in form.dataset;
  forgetSure(form);
  const lacksCard = form.matches(ONE_CARD) && isBare(form);
  const field = emptyField(form);
  const asksNone = !isSure && field && form.matches(PROMPTS) && !firstMissing(form);
  if (!lacksCard && !asksNone) return;
  event.preventDefault();
  event.stopPropagation();
  if (lacksCard) return tell(form, say("Pick a card first."));
  form.dataset.sure = "";
  tell(form, say("{what}: none? Tap again.", { what: labelOfField(field) }));
}

// Whoever does something else in between is asked again.
export function forgetSure(form) {
  delete form.dataset.sure;
}

// The button

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
  // While it is sent the button says just that.
  if (button && form.matches(ONE_CARD)) sayCard(form, button);
  const number = form.querySelector(`${STEPS} > input`);
  if (button && number) sayNumber(number, button);
}

// Where one card is all that is asked, the button names it.
function sayCard(form, button) {
  const [[card], verb] = [pickedIn(form), verbOf(button)];
  button.firstChild.textContent = card ? say("Play {card}", { card: signOf(card) }) : verb;
  if (!card) return;
  button.querySelector(COUNT).textContent = "";
  button.setAttribute("aria-label", say("Play {card}", { card: nameOf(card) }));
}

// Where the button is called as the number that is asked, it says both.
function sayNumber(number, button) {
  button.firstChild.textContent = `${verbOf(button)} ${number.value}`;
}

// What the button says before anything is picked.
function verbOf(button) {
  button.dataset.verb ??= button.firstChild.textContent;
  return button.dataset.verb;
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
  if (field.dataset.type === "card_groups") return ofGroups(groupsIn(field.querySelector(PICKER)));
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
