// The numbers of a form: which there are, what follows from the others where they come to a total, and what each seat has
// then.

import { main, SELDOM } from "../dom.js";
import { pageRedrawn } from "../events.js";
import { written } from "./typed_number.js";

const NUMBER = 'input[type="number"]';
const TOTAL = "[data-total]";
const ADDS = "[data-adds]";
const FOLLOWED = "[data-followed]";

export const isNumber = (element) => element?.matches?.(NUMBER);
export const isFoldedAway = (element) => element.closest(`${SELDOM}:not([open])`);
const isShown = (input) => input.offsetParent && !isFoldedAway(input);
export const numbersIn = (form) => [...form.querySelectorAll(NUMBER)].filter(isShown);

const isCorrected = ({ form }) => form.dataset.shape === "correct";
const isUntouched = ({ value, defaultValue }) => value === defaultValue;

// Where all numbers come to a total, the last one follows from the others, and once they have come to it all that are
// left are zeros; another digit takes their place. Where all of them stand already, to be corrected, the last one that
// nobody touched makes up for what was changed.
export function fillRest(input) {
  const together = input.closest(TOTAL);
  if (!together || isPartEnough(together)) return;
  const numbers = numbersIn(input.form).filter((other) => together.contains(other));
  const empty = numbers.filter(({ value }) => !value);
  const rest = numbers.reduce((left, { value }) => left - value, Number(together.dataset.total));
  if (!empty.length && isCorrected(input)) return makeUpFor(input, numbers, rest);
  if (rest < 0 || !empty.length || (rest && empty.length > 1)) return;
  follow(empty, rest);
}

function makeUpFor(input, numbers, rest) {
  const last = numbers.filter((other) => other !== input && isUntouched(other)).at(-1);
  if (!rest || !last || isUntouched(input)) return;
  const { value, min, max } = last;
  const needed = Number(value) + rest;
  if (needed >= Number(min) && (max === "" || needed <= Number(max))) follow([last], needed);
}

function follow(inputs, number) {
  for (const each of inputs) each.value = each.dataset.followed = String(number);
  inputs[0].dispatchEvent(new Event("input", { bubbles: true }));
}

// Once something is said by which they come to less, nothing follows from the others.
const isPartEnough = ({ dataset, form }) => (dataset.unless ?? "").split(" ").some((name) => {
  const inputs = name ? form.querySelectorAll(`[data-field="${name}"] input`) : [];
  return [...inputs].some(({ type, checked, value }) => value && (checked || type === "text"));
});

export const isFollowed = (input) => input.matches(FOLLOWED);
const followedIn = (element) => [...element?.querySelectorAll(FOLLOWED) ?? []];

function takeBackFollowed(inputs) {
  for (const input of inputs) {
    if (input.value === input.dataset.followed) input.value = isCorrected(input) ? input.defaultValue : "";
    delete input.dataset.followed;
  }
}

// Of another number something else follows.
function noteNumber(input) {
  if (input.value === input.dataset.followed) return;
  delete input.dataset.followed;
  takeBackFollowed(followedIn(input.closest(TOTAL)));
}

function noteChange({ target }) {
  if (isNumber(target)) fillRest(target);
  else takeBackFollowed(followedIn(target.form).filter((input) => isPartEnough(input.closest(TOTAL))));
}

// What each has then, beside what is typed.
function tally() {
  for (const total of main.querySelectorAll(ADDS)) {
    const { has, whose } = total.dataset;
    const same = [...total.closest("form").querySelectorAll(ADDS)].filter(({ dataset }) => dataset.whose === whose);
    const gain = same.reduce((sum, { dataset, nextElementSibling: { value } }) => sum + dataset.adds * value, 0);
    total.textContent = written(has) + (gain ? ` → ${written(String(Number(has) + gain))}` : "");
  }
}

main.addEventListener("change", noteChange);
main.addEventListener("input", ({ target }) => {
  if (isNumber(target)) noteNumber(target);
  tally();
});
pageRedrawn.on(tally);
tally();
