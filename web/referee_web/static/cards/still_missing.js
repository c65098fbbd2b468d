// What a form still lacks before it can be sent at all, field by field, and for several seats part by part; and whether
// no cards are meant where there may be none.

import { groupsIn, isEmpty, openPart, partOf, pickedIn, placeOf, placesIn, typedIn } from "./places.js";
import { tell } from "./tabs.js";
import { all, FIELD, fieldNamed, PART, PROMPTS } from "../dom.js";
import { say } from "../messages.js";

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

export const labelOfField = (field) => field.querySelector("legend").firstChild.textContent.trim();

const inputsOf = (field) => all("input, select", field).filter((input) => input.name && !placeOf(input));
// The choice that takes a choice back has no value.
const isFilled = (input) => (/^(checkbox|radio)$/.test(input.type) ? input.checked && input.value !== "" : Boolean(input.value.trim()));
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
  const isShort = (place) => pickedIn(place).length > 0 && !typedIn(place) && groupsIn(place).some((group) => group.length < Number(min));
  if (places.some(isShort)) return true;
  if (type === "cards" && !Number(min)) return false;
  return places.filter(isEmpty).length > (some === undefined ? 0 : places.length - (some || 1));
}

function lacksWords(field) {
  const { type, min, some } = field.dataset;
  const inputs = inputsOf(field);
  const least = { seats: Number(min || 0), order: Number(min || 1), numbers_by_seat: some === undefined ? inputs.length : 1 }[type] ?? 1;
  return inputs.filter(isFilled).length < Math.min(least, inputs.length);
}

// Cards are asked for, though there may be none, and none are picked: that is meant only by whoever says so twice.

export const isBare = (element) => !pickedIn(element).length && !typedIn(element);

// The first field without cards, parts that nobody has begun aside.
export function emptyField(form) {
  if (!form.matches("[data-send]")) return undefined;
  const notBegun = partsOf(form).filter(isPartBlank).flat();
  return all(WANTED_CARDS, form).find((field) => isBare(field) && !notBegun.includes(field));
}

// Holds the first sending back, and asks; the next one goes.
export function askWhetherNone(event) {
  const form = event.target;
  const isSure = "sure" in form.dataset;
  forgetSure(form);
  const field = emptyField(form);
  if (isSure || !field || !form.matches(PROMPTS) || firstMissing(form)) return;
  event.preventDefault();
  event.stopPropagation();
  form.dataset.sure = "";
  tell(form, say("{what}: none? Tap again.", { what: labelOfField(field) }));
}

// Whoever does something else in between is asked again.
export function forgetSure(form) {
  delete form.dataset.sure;
}
