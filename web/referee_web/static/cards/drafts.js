// Drafts: what was picked or typed for a question, and not yet sent, is filled in again wherever that question is asked,
// after news, a reload or sleep. It belongs to the question of a seat, or of the table: choices that shrink, other
// seats' entries and a renamed seat do not change it.

import { beginGroup, labelOf, placeOf, placesIn, setOpenPlace } from "./places.js";
import { noteReviewed } from "./last_card.js";
import { tell } from "./tabs.js";
import { all, CARD, isPick, main, questionOf, slotOf, TYPED } from "../dom.js";
import { entryAnswered, pageRedrawn } from "../events.js";
import { drop, keep, names, read, sweep } from "../live/phone_storage.js";
import { remind } from "../live/status_strip.js";
import { count, say } from "../messages.js";

const GROUPS = "[data-groups]";
const FILLED_IN = /^(pick|typed|none)=/;

// Not `form.id`: that is the form's field called `id`.
const draftOf = (form, question) => `draft ${form.getAttribute("id")} ${question}`;
const inputsToKeep = (form) => all("input, select", form).filter(({ name }) => FILLED_IN.test(name));

// The questions of a form, each with its inputs.
function byQuestion(form) {
  const questions = new Map();
  for (const input of inputsToKeep(form)) {
    const question = questionOf(input);
    if (question) questions.set(question, [...(questions.get(question) ?? []), input]);
  }
  return questions;
}

// In the order of the taps, as the form sends it.
function valuesOf(form, inputs) {
  const slots = new Map(inputs.map((input) => [input.name, slotOf(input)]));
  const filled = [...new FormData(form)].filter(([name, value]) => value && slots.has(name));
  return filled.map(([name, value]) => [slots.get(name), value]);
}

export function saveDraft(form) {
  if (!form.hasAttribute("data-send")) return;
  for (const [question, inputs] of byQuestion(form)) {
    const values = valuesOf(form, inputs);
    // The next card goes where the last one went.
    if (values.length) keep(draftOf(form, question), [...values, ["place", form.dataset.openPlace || ""]]);
    else drop(draftOf(form, question));
  }
}

// Fills the form once with its drafts; `picked` is called with each card or choice, in the order of the taps.
export function restoreDraft(form, picked) {
  if (!form.hasAttribute("data-send") || form.hasAttribute("data-answered") || form.dataset.restored) return;
  form.dataset.restored = "yes";
  for (const [question, inputs] of byQuestion(form)) {
    // Tapped before the scripts were there: it is what was picked last.
    if (!("carried" in form.dataset) && inputs.some((input) => isPick(input) && input.checked && !input.defaultChecked)) {
      saveDraft(form);
      continue;
    }
    const values = read(draftOf(form, question)) || [];
    const lost = values.length ? refill(form, inputs, values, picked) : [];
    if (lost.length) tellLost(form, inputs, lost);
  }
}

// Returns the cards that cannot be picked any more.
function refill(form, inputs, values, picked) {
  // Cards that were picked from the start may have been taken out.
  for (const input of inputs) {
    if (input.matches(CARD)) input.checked = false;
    if (input.matches(TYPED)) input.value = "";
  }
  const lost = [];
  for (const [name, value] of values) {
    if (name === "place") {
      if (form.querySelector(`[id="${value}"]`)) setOpenPlace(form, value);
      continue;
    }
    const like = inputs.filter((input) => slotOf(input) === name);
    const pick = like.find((input) => isPick(input) && input.value === value && !input.checked);
    const typed = like.find((input) => !isPick(input) && input.type !== "hidden");
    const groups = value === "/" && name.startsWith("pick=") && like[0]?.closest(GROUPS);
    if (groups) beginGroup(groups);
    else if (pick) {
      pick.checked = true;
      picked(pick);
    } else if (name.startsWith("pick=") && like.some((input) => input.matches(CARD))) lost.push(value);
    else if (typed) typed.value = value;
  }
  return lost;
}

// Said once, since what was picked is gone from the draft by then. The next card goes where the lost one was, and nothing
// is sent by itself.
function tellLost(form, inputs, lost) {
  const holders = JSON.parse(form.dataset.takenBy || "{}");
  const place = placeOf(inputs.find((input) => input.matches(CARD)) ?? form);
  for (const code of lost) {
    const card = cardNamed(form, code);
    tell(form, sayLost(form, place, holders[code], card));
  }
  if (place) setOpenPlace(form, place.id);
  noteReviewed(form);
  saveDraft(form);
}

function sayLost(form, place, seat, card) {
  if (!seat) return say("The {card} can’t be entered any more. Pick again.", { card });
  if (placesIn(form).length < 2) return say("{seat} has entered the {card}. Which card did you play?", { seat, card });
  return say("{seat} has entered the {card}. Which card did {whose} play?", { seat, card, whose: labelOf(place) });
}

// A card that is out has its name where it lay.
function cardNamed(form, code) {
  const out = form.querySelector(`[data-code="${code}"]`);
  return out?.dataset.out || code;
}

function tidy() {
  const lost = sweep();
  if (lost) {
    remind("another", count(
      "{n} entry waited here for a seat this phone no longer has. It wasn’t sent.",
      "{n} entries waited here for a seat this phone no longer has. They weren’t sent.",
      lost,
    ), true);
  }
  if ("finished" in main.dataset) names("draft ").forEach(drop);
}

entryAnswered.on(({ detail: { form, ok } }) => {
  if (ok) for (const question of byQuestion(form).keys()) drop(draftOf(form, question));
});
pageRedrawn.on(tidy);
tidy();
