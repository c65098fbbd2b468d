// The form in use: its buttons are at the thumb, and it comes into sight when it is unfolded, when it is the next one after
// an entry, and when it was refused. Of all forms only one is in use, to begin with the first.

import { bringUp } from "./tabs.js";
import { drop, keep, read } from "../live/phone_storage.js";
import {
  ALERT, all, ASIDE, FOLDED, FORMS, isOpen, LEFT_OUT, LYING, main, PICKER, PROMPTS, RULINGS, SELDOM, standing, SUMMARY,
} from "../dom.js";

const BUZZER_PAD = "[data-buzzer]:not([hidden]) > [data-pad]";
// A form that is only a button has it where it was unfolded, and leaves the thumb to the others.
const BUTTON_ALONE = `${ASIDE} > [data-bare]`;
// Once somebody enters for all, they go on doing so, also after a reload.
const FOR_ALL = `${ASIDE} > [data-for-all]`;
const isForAll = (aside) => Boolean(aside?.querySelector(":scope > [data-for-all]"));
const UNDO = '.take-back, [form="put-back"]';
const LENT = "[data-lent]";
const BESIDE = "[data-beside]";
// What each seat is asked of its own, alone in a form or beside others.
const OWN_PART = "[data-field] [data-question], [data-field][data-question]";
const FOR_THUMB = `${FORMS}:not(${BUTTON_ALONE})`;

let idInUse = "";
let inUse = null;

// Puts the buttons of the form in use at the thumb; of one that is folded away or gone by now, those of the first. Styles
// see it at the form (`data-in-use`) and at the page (`data-at-thumb`): whether it is one of the "prompts", or an "aside"
// that was unfolded, beside which no other button stays.
export function putAtThumb() {
  const found = all(FOR_THUMB);
  const seen = found.filter((form) => !form.closest(FOLDED) && getComputedStyle(form).display !== "none");
  inUse = seen.find((form) => form.getAttribute("id") === idInUse) || seen[0];
  for (const form of found) form.toggleAttribute("data-in-use", form === inUse);
  lendUndo();
  if (inUse) document.body.dataset.atThumb = inUse.parentElement.matches(ASIDE) ? "aside" : "prompts";
  else delete document.body.dataset.atThumb;
}

// Who enters for all undoes it there too.
function lendUndo() {
  for (const button of all(LENT)) button.remove();
  if (!inUse?.hasAttribute("data-for-all")) return;
  for (const button of all(UNDO)) {
    const lent = button.cloneNode(true);
    lent.dataset.lent = "";
    inUse.querySelector(BESIDE).append(lent);
  }
}

export function openStaying() {
  const form = all(FOR_ALL).find(({ parentElement }) => parentElement.id === read("stays"));
  if (!form || form.parentElement.open) return;
  for (let fold = form.parentElement; fold; fold = fold.parentElement.closest(ASIDE)) fold.open = true;
  idInUse ||= form.getAttribute("id");
}

// From now on the form around this element is in use.
export function turnTo(element) {
  const form = element.closest?.(FOR_THUMB);
  if (!form || form === inUse) return;
  idInUse = form.getAttribute("id");
  putAtThumb();
}

// What was folded away is brought into sight for whoever opens it: cards that may be left out, and another form, which is
// in use from then on. `then` is called with that form.
export function unfold(target, then) {
  const cards = target.closest(`${LEFT_OUT} > summary`)?.parentElement;
  const aside = target.closest(`${ASIDE} > summary`)?.parentElement;
  // Only once it is open does the page have its full length.
  if (cards) setTimeout(() => standing(cards)?.open && bringUp(standing(cards).closest("form")));
  if (aside) setTimeout(() => showAside(standing(aside), then));
}

function showAside(aside, then) {
  const block = aside?.querySelector(BUTTON_ALONE) ? "center" : "nearest";
  if (aside?.open) aside.scrollIntoView({ block, behavior: "instant" });
  if (isForAll(aside)) {
    if (aside.open) keep("stays", aside.id);
    else drop("stays");
  }
  // Not one that is still folded away in what was opened.
  const form = aside?.open && aside.querySelector(`:scope > ${PROMPTS}`);
  if (!form) return putAtThumb();
  turnTo(form);
  if (form.querySelector(PICKER)) bringUp(form);
  then(form);
}

// After an entry the page scrolls to the next form, unless there is a ruling to read first.

const rulings = () => all(SUMMARY).map((summary) => summary.textContent).join(" ");
let rulingsBefore = "";

// The seats for which something is filled in.
function seatsIn(form) {
  const filled = [...new FormData(form)].filter(([, value]) => value);
  return new Set(filled.map(([name]) => name.split("=")[2]).filter(Boolean));
}

// Notes what was ruled before this form was sent, and folds away what it leaves open.
export function noteAnswer(form, ok) {
  rulingsBefore = rulings();
  if (!ok) return;
  const aside = document.getElementById(`${form.getAttribute("id")}-aside`);
  // Whoever has entered for one seat, or their own again, does not go on for all; nor who did the rest of a trick.
  const goesOn = isForAll(aside) && seatsIn(form).size > 1 && !main.querySelector(LYING);
  if (!goesOn && form.querySelector(OWN_PART)) drop("stays");
  if (aside && !goesOn) aside.open = false;
  // The next card may be left out too, and who slaps is entered below.
  for (const folded of all(`${LEFT_OUT}, ${SELDOM}`, form)) folded.open = false;
}

// At a buzzer, whoever is ready to slap sees the ruling below it without scrolling away.
export function showRuling() {
  window.scrollTo(0, 0);
  // At the end, the winner stands at the top.
  if ("finished" in main.dataset) return;
  const sentence = main.querySelector(`${RULINGS} ${SUMMARY}`);
  const pad = main.querySelector(BUZZER_PAD);
  const isSeen = sentence && sentence.getBoundingClientRect().bottom < innerHeight * 0.9;
  if (!pad || !isSeen) main.querySelector(RULINGS)?.scrollIntoView({ behavior: "instant" });
}

export function showRulingOrNext() {
  const next = all(FORMS).find(isOpen);
  if (rulings() !== rulingsBefore) showRuling();
  else if (next) bringUp(next);
}

// Why it was refused stands with the cards that are to be put right.
export function showRefusal() {
  if (inUse?.querySelector(ALERT)) bringUp(inUse);
}
