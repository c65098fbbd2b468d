// A pad for numbers at the thumb, where people use their fingers. A number of few values has a button for each, and a tap
// on it leads on to the next number; of one that skips many, the first have buttons. A larger one has digits, a sign
// where it may be below zero, and a key that leads on.
// The pads that phones bring along have no minus and cover half the page. With a keyboard, and without this script, the
// fields are plain ones.

import {
  addSheet, ALERT, all, announcer, ASKED, CARD, CLEAR, createButton, createElement, DOCK, FIELD, FORMS, GO, isOpen,
  main, questionOf, RULING_LINE, WAYS,
} from "../dom.js";
import { pageRedrawn } from "../events.js";
import { firstMissing } from "../cards/still_missing.js";
import { say } from "../messages.js";
import { fillRest, isFollowed, isFoldedAway, isNumber, numbersIn } from "./numbers.js";
import { MINUS, withDigit, withOrWithoutHalf, withOtherSign, withoutLast, written } from "./typed_number.js";

const FEW_VALUES = 30;
const LONGEST_ROW = 7;
// Of more values the first stand in four rows, with the key to all others.
const MOST_KEYS = 27;
// Whoever taps twice at one place within so many milliseconds means one tap. People who enter the same value for several
// seats take longer.
const MOMENT_MS = 300;
const NEAR_PX = 24;
const TAKE_BACK = "back";
const SIGN = "sign";
const HALF = "half";
const ON = "on";
const OTHER = "other";
const fingers = matchMedia("(pointer: coarse)");
const sheet = new URL("./number_pad.css", import.meta.url).href;
// Before its sheet is there the pad has no size, and nothing could be brought above it.
const styled = addSheet(sheet);

let field = null;
// A value without a key is wanted.
let isSpelled = false;
// Nothing was typed in it since it came to the pad.
let isFresh = false;
// The first key was that for its sign.
let isSigned = false;
// A field cannot hold a minus alone.
let minus = false;

const mayBeNegative = (input) => input.min === "" || Number(input.min) < 0;
const mayBeHalf = (input) => input.step === "0.5";

// The next number that is still to be said: those that follow from the others are.
function following() {
  const numbers = numbersIn(field.form);
  return numbers.slice(numbers.indexOf(field) + 1).find((input) => !isFollowed(input));
}

const fieldAround = (input) => input.closest(FIELD);

// All values of a number that has few of them; the first of one that skips many.
function valuesOf(input) {
  const [least, most] = [Number(input.min), Number(input.max)];
  const skips = fieldAround(input)?.dataset.skips?.split(" ") ?? [];
  const isLarge = most - least - skips.length >= FEW_VALUES;
  if (input.min === "" || input.max === "" || mayBeHalf(input) || isLarge && (isSpelled || !skips.length)) return [];
  const values = Array.from({ length: most - least + 1 }, (_, at) => String(least + at));
  const possible = values.filter((value) => !skips.includes(value));
  return isLarge ? [...possible.slice(0, MOST_KEYS), OTHER] : possible;
}

// Whose number it is; where several are asked of each, which of them too.
function titleOf(input) {
  const [whose, around] = [input.getAttribute("aria-label") ?? "", fieldAround(input)];
  const asked = around?.querySelector("legend")?.firstChild.textContent.trim();
  const isOneOfSeveral = numbersIn(input.form).some((other) => fieldAround(other) !== around);
  return isOneOfSeveral && asked && asked !== whose ? `${asked}: ${whose}` : whose;
}

// The pad

function key(name, label, shown = name) {
  const button = createButton({ class: "quiet", value: name, "data-press": name }, shown);
  if (label) button.setAttribute("aria-label", label);
  return button;
}

function digitKeys() {
  const digits = [..."1234567890"].map((digit) => key(digit));
  return [
    ...digits,
    key(TAKE_BACK, say("Take back the last digit"), "⌫"),
    key(SIGN, say("Plus or minus"), "±"),
    key(HALF, say("Add or take away a half"), "½"),
    key(ON),
  ];
}

// The rows are as long as each other, and none is longer than thumbs can tell apart.
function valueKeys(values) {
  const row = createElement("div", {});
  row.style.setProperty("--row", Math.ceil(values.length / Math.ceil(values.length / LONGEST_ROW)));
  for (const value of values) {
    row.append(value === OTHER ? key(OTHER, say("Number pad"), "…") : key(value, null, written(value)));
  }
  return [key(TAKE_BACK, say("Clear"), "⌫"), key(ON), row];
}

function createPad() {
  const shown = createElement("p", {}, createElement("span", {}), " ", createElement("output", {}));
  const pad = createElement("div", { class: "number-pad", role: "group", "aria-label": say("Number pad") }, shown);
  // The field keeps the focus.
  pad.addEventListener("mousedown", (event) => event.preventDefault());
  pad.addEventListener("click", press);
  return pad;
}

const pad = createPad();
const keyOf = (name) => pad.querySelector(`[data-press="${name}"]`);

// The keys for this field take the place of those before it.
function layKeys(values) {
  if (pad.dataset.values === String(values)) return;
  pad.dataset.values = values;
  pad.classList.toggle("values", values.length > 0);
  pad.replaceChildren(pad.firstChild, ...(values.length ? valueKeys(values) : digitKeys()));
}

function draw() {
  const values = valuesOf(field);
  layKeys(values);
  pad.querySelector("span").textContent = titleOf(field);
  pad.querySelector("output").textContent = written(text()) || "–";
  keyOf(ON).textContent = following() ? say("Next →") : say("Done");
  for (const value of values) keyOf(value).setAttribute("aria-pressed", String(value === field.value));
  if (values.length) return;
  keyOf(SIGN).hidden = !mayBeNegative(field);
  keyOf(HALF).hidden = !mayBeHalf(field);
}

function show(input, isTyped = true) {
  if (input !== field) {
    leave();
    isSpelled = false;
  }
  field = input;
  isFresh = true;
  isSigned = false;
  field.classList.add("at-pad");
  draw();
  const dock = field.form.querySelector(DOCK);
  if (dock) dock.prepend(pad);
  // A number with a minus and a plus stands beside its name, in neither.
  else (field.closest("label, fieldset") ?? field.parentElement.parentElement).after(pad);
  if (isTyped) bringUp();
}

// Where nobody has tapped a number yet, a ruling is read first, and so is what is told above.
const showAtFirst = (input) => show(input, !main.querySelector(`${RULING_LINE}, ${ASKED}`));

// What is typed stays in sight above the pad, with all the other numbers where there is room for them.
function bringUp() {
  const { form } = field;
  const room = (pad.closest(DOCK) ?? pad).getBoundingClientRect().top - 8;
  const hidden = (input) => input.getBoundingClientRect().bottom - room;
  const above = (form.closest("details") ?? form).getBoundingClientRect().top;
  const top = Math.max(hidden(field), Math.min(hidden(numbersIn(form).at(-1)), above));
  if (top > 0) (form.closest("dialog") ?? window).scrollBy({ top, behavior: "instant" });
}

function leave() {
  field?.classList.remove("at-pad");
  field = null;
  minus = false;
  pad.remove();
}

// Its keys

const text = () => (minus ? MINUS : field.value);
// The first key takes the place of what stood in the field before, but not of its sign.
function begun() {
  if (!isFresh) return text();
  return isSigned && text().startsWith(MINUS) ? MINUS : "";
}

function write(typed) {
  minus = typed === MINUS;
  field.value = minus ? "" : typed;
  isFresh = false;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  draw();
}

function changeSign() {
  const before = isFresh;
  write(withOtherSign(text()));
  isFresh = isSigned = before;
}

// The values beside one that its steps pass over.
function stepsBeside({ value, step }) {
  const n = Number(step) || 1;
  const less = Math.floor(Number(value) / n) * n;
  return less === Number(value) ? null : { n, less, more: less + n };
}

function goOn() {
  const beside = stepsBeside(field);
  if (beside) {
    const asked = say("Steps of {n}: {less} or {more}?", beside);
    pad.querySelector("span").textContent = announcer.textContent = asked;
    isFresh = true;
    return;
  }
  fillRest(field);
  const next = following();
  if (next) {
    next.focus({ preventScroll: true });
    show(next);
  } else {
    const { form } = field;
    field.blur();
    leave();
    // What cannot be sent yet shows no ring.
    const isDone = !firstMissing(form);
    (isDone ? form.querySelector(GO) : main)?.focus({ preventScroll: true });
  }
}

function press(event) {
  const name = event.target.closest("[data-press]")?.value;
  if (!name) return;
  const isChosen = valuesOf(field).length > 0;
  if (name === OTHER) {
    isSpelled = true;
    draw();
  } else if (name === TAKE_BACK) write(isChosen ? "" : withoutLast(text()));
  else if (name === SIGN) changeSign();
  else if (name === HALF) write(withOrWithoutHalf(begun()));
  else if (name === ON || isChosen) leadOn(name, event);
  else write(withDigit(begun(), name));
}

// A tap that leads on is not taken twice, wherever the pad has gone.
let tapped = null;

function leadOn(name, event) {
  if (name !== ON) write(name);
  goOn();
  if (!event.detail) return;
  tapped = event;
  const key = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-press]");
  key?.setAttribute("aria-disabled", "true");
  setTimeout(() => key?.removeAttribute("aria-disabled"), MOMENT_MS);
}

function dropSecondTap(event) {
  if (!tapped || event.timeStamp - tapped.timeStamp > MOMENT_MS) return;
  if (Math.hypot(event.clientX - tapped.clientX, event.clientY - tapped.clientY) > NEAR_PX) return;
  event.preventDefault();
  event.stopPropagation();
}

// When it is there

function prepare() {
  for (const input of all('input[type="number"]')) input.inputMode = fingers.matches ? "none" : "numeric";
}

// What was refused is read first, and the numbers below it: the pad comes back with a tap on one of them.
const isRefused = (form) => form?.querySelector(ALERT);

const isSaid = ({ type, checked, value }) => (/^(checkbox|radio)$/.test(type) ? checked : Boolean(value));

function isAnswered(asked) {
  if ("optional" in asked.dataset) return true;
  const inputs = all("input, select", asked);
  return asked.dataset.type.startsWith("number") ? inputs.every(isSaid) : inputs.some(isSaid);
}

// Where a number is what is asked first, nobody has to tap its field.
function offer() {
  const form = all(FORMS).find(isOpen);
  const fields = form ? all(FIELD, form).filter((each) => !isFoldedAway(each)) : [];
  const asked = fields.find((each) => !isAnswered(each)) ?? fields[0];
  if (!asked?.dataset.type.startsWith("number") || isRefused(form)) return;
  const empty = numbersIn(form).find((input) => !input.value);
  if (empty) showAtFirst(empty);
}

// Another round begins with its first number.
const asksTheSame = (input) => questionOf(input) === questionOf(field);

function begin() {
  prepare();
  if (!fingers.matches) return;
  const here = field && document.getElementById(field.id);
  const before = isFresh;
  if (here?.offsetParent && asksTheSame(here) && (here === field || !isRefused(here.form))) {
    showAtFirst(here);
    isFresh = before;
  } else {
    if (isNumber(document.activeElement)) main.focus({ preventScroll: true });
    leave();
    offer();
  }
}

// A press gives the focus before it is a click: what moved in between would lose the tap.
let isPressed = false;

function turnTo({ target, type }) {
  // A page that is drawn again gives the focus back, which need not be to the next number.
  if (field && !field.isConnected) return;
  if (!fingers.matches || pad.contains(target)) return;
  if (target === field) {
    // The ruling above it has folded with this tap.
    if (type === "click") bringUp();
    return;
  }
  if (isNumber(target)) show(target);
  else if (isPressed && type === "focusin") return;
  else if (field && target.matches?.("input, select, textarea")) leave();
}

const isOnlyCard = (input) => input.checked && input.matches(CARD) && fieldAround(input)?.dataset.type === "card";

// Once a word or the one card is chosen, its number is what is left to say; one after it that has stood there from the
// start too.
function follow({ target }) {
  if (target.type !== "radio" && !isOnlyCard(target) || !fingers.matches || !document.querySelector(WAYS)) return;
  const isBehind = (input) => target.compareDocumentPosition(input) & Node.DOCUMENT_POSITION_FOLLOWING;
  const isUnsaid = (input) => !input.value || (isBehind(input) && input.value === input.defaultValue);
  const next = numbersIn(target.form).find((input) => fieldAround(input) && isUnsaid(input));
  if (!next) return;
  const fields = all(FIELD, target.form);
  const before = fields.slice(0, fields.indexOf(fieldAround(next)));
  if (before.every(isAnswered)) show(next);
}

prepare();
await styled;
main.addEventListener("focusin", turnTo);
main.addEventListener("click", turnTo);
main.addEventListener("change", follow);
main.addEventListener("mousedown", () => { isPressed = true; }, true);
for (const type of ["click", "keydown"]) addEventListener(type, () => { isPressed = false; }, true);
main.addEventListener("input", ({ target }) => { if (target === field) draw(); });
main.addEventListener("click", ({ target }) => { if (field && target.closest(CLEAR)) show(field, false); });
addEventListener("click", dropSecondTap, true);
main.addEventListener("keydown", ({ key: pressed }) => { if (field && pressed === "Escape") leave(); });
pageRedrawn.on(begin);
// Whoever was faster than this script has tapped a number already.
if (fingers.matches && isNumber(document.activeElement)) show(document.activeElement);
else begin();
