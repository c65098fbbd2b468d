// A pad for numbers at the thumb, where people use their fingers: large digits, a sign where a number may be below zero,
// and the way on to the next number. The pads that phones bring along have no minus and cover half the page. With a
// keyboard, and without this script, the fields are plain ones.

import { addSheet, all, DOCK, FORMS, GO, isOpen, main, SELDOM, WAYS } from "../dom.js";
import { pageRedrawn } from "../events.js";
import { say } from "../messages.js";

const MOST_DIGITS = 9;
const TAKE_BACK = "back";
const SIGN = "sign";
const HALF = "half";
const ON = "on";
const fingers = matchMedia("(pointer: coarse)");
const sheet = new URL("./number_pad.css", import.meta.url).href;
// Before its sheet is there the pad has no size, and nothing could be brought above it.
const styled = addSheet(sheet);

let field = null;
// The first digit takes the place of what stood in the field before.
let isFresh = false;
// A field cannot hold a minus alone.
let minus = false;

const isNumber = (element) => element instanceof HTMLInputElement && element.type === "number";
const isFoldedAway = (element) => element.closest(`${SELDOM}:not([open])`);
const numbersIn = (form) => [...form.querySelectorAll('input[type="number"]')].filter((input) => input.offsetParent && !isFoldedAway(input));
const mayBeNegative = (input) => input.min === "" || Number(input.min) < 0;
const mayBeHalf = (input) => input.step === "0.5";
const written = (value) => value.replace("-", "−").replace(/(^|\D)0\.5/, "$1½").replace(".5", "½");
const following = () => numbersIn(field.form)[numbersIn(field.form).indexOf(field) + 1];

// The pad

function key(name, label, shown = name) {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "quiet", value: name, textContent: shown });
  button.dataset.key = name;
  if (label) button.setAttribute("aria-label", label);
  return button;
}

function made() {
  const pad = document.createElement("div");
  pad.className = "number-pad";
  pad.setAttribute("role", "group");
  pad.setAttribute("aria-label", say("Number pad"));
  const shown = document.createElement("p");
  shown.append(document.createElement("span"), " ", document.createElement("output"));
  const digits = [..."1234567890"].map((digit) => key(digit));
  pad.append(shown, ...digits, key(TAKE_BACK, say("Take back the last digit"), "⌫"), key(SIGN, say("Plus or minus"), "±"), key(HALF, say("Add or take away a half"), "½"), key(ON));
  // The field keeps the focus.
  pad.addEventListener("mousedown", (event) => event.preventDefault());
  pad.addEventListener("click", ({ target }) => press(target.closest("[data-key]")?.value));
  return pad;
}

const pad = made();
const keyOf = (name) => pad.querySelector(`[data-key="${name}"]`);

function draw() {
  pad.querySelector("span").textContent = field.getAttribute("aria-label") ?? "";
  pad.querySelector("output").textContent = minus ? "−" : written(field.value) || "–";
  keyOf(SIGN).hidden = !mayBeNegative(field);
  keyOf(HALF).hidden = !mayBeHalf(field);
  keyOf(ON).textContent = following() ? say("Next one") : say("Done");
}

function show(input) {
  if (input !== field) leave();
  field = input;
  isFresh = true;
  field.classList.add("at-pad");
  draw();
  const dock = field.form.querySelector(DOCK);
  if (dock) dock.prepend(pad);
  else field.closest("label, fieldset").after(pad);
  bringUp();
}

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

function write(value, sign = false) {
  minus = sign;
  field.value = value;
  isFresh = false;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  draw();
}

function add(digit) {
  const before = isFresh && !minus ? "" : field.value;
  const [digits, half] = before.replace("-", "").replace(/^0(?=$|\.)/, "").split(".");
  if (digits.length >= MOST_DIGITS) return;
  write((minus || before.startsWith("-") ? "-" : "") + digits + digit + (half ? ".5" : ""));
  if (isFull(field) && following()) goOn();
}

// No further digit can follow.
const isFull = ({ value, min, max }) => max !== "" && Number(min || -1) >= 0 && (Number(value) === 0 || value * 10 > max);

function takeBack() {
  const left = field.value.replace(/^(-?)0\.5$/, "$1.5").replace(/\.5$|.$/, "");
  write(left === "-" ? "" : left);
}

function turnSign() {
  if (Number(field.value) === 0) write("", !minus);
  else write(String(-Number(field.value)));
}

function turnHalf() {
  const before = isFresh && !minus ? "" : field.value;
  const whole = before.replace(".5", "");
  write(before.includes(".5") ? whole.replace(/^-?0$/, "") : `${minus ? "-" : ""}${whole || "0"}.5`);
}

function goOn() {
  const next = following();
  if (next) {
    next.focus({ preventScroll: true });
    show(next);
    fillRest();
  } else {
    const { form } = field;
    field.blur();
    leave();
    form.querySelector(GO)?.focus({ preventScroll: true });
  }
}

// Where all numbers come to a total, the last one follows from the others; another digit takes its place.
function fillRest() {
  const together = field.closest("[data-total]");
  if (together && isPartEnough(together)) return;
  const others = together ? numbersIn(field.form).filter((input) => input !== field && together.contains(input)) : [];
  if (field.value || !others.length || others.some(({ value }) => !value)) return;
  const rest = others.reduce((left, { value }) => left - value, Number(together.dataset.total));
  if (rest < 0) return;
  write(String(rest));
  isFresh = true;
  field.dataset.followed = String(rest);
}

// Once something is said by which they come to less, nothing follows from the others.
const isPartEnough = ({ dataset, form }) => (dataset.unless ?? "").split(" ").some((name) => {
  const inputs = name ? form.querySelectorAll(`[data-field="${name}"] input`) : [];
  return [...inputs].some(({ type, checked, value }) => value && (checked || type === "text"));
});

function takeBackFollowed({ target }) {
  for (const input of target.form?.querySelectorAll("[data-followed]") ?? []) {
    if (!isPartEnough(input.closest("[data-total]"))) continue;
    if (input.value === input.dataset.followed) input.value = "";
    delete input.dataset.followed;
  }
}

function press(name) {
  if (!name) return;
  if (name === TAKE_BACK) takeBack();
  else if (name === SIGN) turnSign();
  else if (name === HALF) turnHalf();
  else if (name === ON) goOn();
  else add(name);
}

// What each has then, beside what is typed

function tally() {
  for (const total of main.querySelectorAll("[data-adds]")) {
    const { has, whose } = total.dataset;
    const same = [...total.closest("form").querySelectorAll("[data-adds]")].filter(({ dataset }) => dataset.whose === whose);
    const gain = same.reduce((sum, { dataset, nextElementSibling: { value } }) => sum + dataset.adds * value, 0);
    total.textContent = written(has) + (gain ? ` → ${written(String(Number(has) + gain))}` : "");
  }
}

// When it is there

function prepare() {
  for (const input of all('input[type="number"]')) input.inputMode = fingers.matches ? "none" : "numeric";
}

// What was refused is read first, and the numbers below it: the pad comes back with a tap on one of them.
const isRefused = (form) => form?.querySelector("[role=alert]");

// Where numbers are all that is asked, nobody has to tap a field first.
function offer() {
  const form = all(FORMS).find(isOpen);
  const fields = form ? all("[data-field]", form).filter((one) => !isFoldedAway(one)) : [];
  if (!fields.length || isRefused(form) || fields.some(({ dataset }) => !dataset.type.startsWith("number"))) return;
  const empty = numbersIn(form).find((input) => !input.value);
  if (empty) show(empty);
}

// Another round begins with its first number.
const asksTheSame = (form) => form.dataset.shape === field.form.dataset.shape;

function begin() {
  prepare();
  tally();
  if (!fingers.matches) return;
  const here = field && document.getElementById(field.id);
  const before = isFresh;
  if (here?.offsetParent && asksTheSame(here.form) && (here === field || !isRefused(here.form))) {
    show(here);
    isFresh = before;
  } else {
    if (isNumber(document.activeElement)) main.focus({ preventScroll: true });
    leave();
    offer();
  }
}

function turnTo({ target }) {
  // A page that is drawn again gives the focus back, which need not be to the next number.
  if (field && !field.isConnected) return;
  if (!fingers.matches || target === field || pad.contains(target)) return;
  if (isNumber(target)) show(target);
  else if (field && target.matches?.("input, select, textarea")) leave();
}

// Once a word is chosen, its number is what is left to say.
function follow({ target }) {
  const empty = target.type === "radio" && document.querySelector(WAYS) && numbersIn(target.form).find((input) => !input.value);
  if (fingers.matches && empty) show(empty);
}

prepare();
tally();
await styled;
main.addEventListener("focusin", turnTo);
main.addEventListener("click", turnTo);
main.addEventListener("change", follow);
main.addEventListener("change", takeBackFollowed);
main.addEventListener("input", ({ target }) => { tally(); if (target === field) draw(); });
main.addEventListener("keydown", ({ key: pressed }) => { if (field && pressed === "Escape") leave(); });
pageRedrawn.on(begin);
// Whoever was faster than this script has tapped a number already.
if (fingers.matches && isNumber(document.activeElement)) show(document.activeElement);
else begin();
