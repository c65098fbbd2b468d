// The pad: a tap picks a card, a second one takes it back, or enters it where it is all that is asked; of two copies the
// second tap picks the other, and the third takes both back. Whatever cannot be picked says why when it is tapped.

import {
  cardsIn, fieldOf, freeIn, isFull, labelOf, pick, pickedIn, placeOf, placesBeside, placesHere, typingOf,
} from "./places.js";
import { dropRefusal, isClashing, leadOn, findOpenPlace, tell, tellNotLoaded } from "./tabs.js";
import { isByKey } from "../live/touch_hold.js";
import { CARD, GO, nameOf, ONE_CARD, PROMPTS } from "../dom.js";
import { cardsRead, entryAnswered } from "../events.js";
import { load } from "../on_demand.js";
import { say } from "../messages.js";

const OUT = "[data-out]";

const holderOf = (place, code) => placesBeside(place).find((each) => pickedIn(each).some(({ value }) => value === code));

function counted(inputs) {
  const counts = new Map();
  for (const { value } of inputs) counts.set(value, (counts.get(value) || 0) + 1);
  return counts;
}

// What stands on each card of the pads: whether both copies are picked there, and whether it lies in another place.
export function drawPads(form) {
  for (const place of placesHere(form)) {
    const [cards, beside] = [cardsIn(place), placesBeside(place)];
    const copies = beside.map((each) => counted(cardsIn(each)));
    const used = counted(beside.flatMap(pickedIn));
    const here = counted(cards.filter((input) => input.checked));
    for (const input of cards) {
      const there = Math.max(...copies.map((each) => each.get(input.value) || 0));
      const isTaken = !here.has(input.value) && used.get(input.value) >= there;
      input.parentElement.toggleAttribute("data-clashing", input.checked && isClashing(form, input.value));
      input.parentElement.toggleAttribute("data-twice", here.get(input.value) > 1);
      input.toggleAttribute("data-taken", isTaken);
      input.setAttribute("aria-disabled", String(isTaken));
    }
  }
}

function sayWhere(form, input) {
  const holder = holderOf(placeOf(input), input.value);
  const other = pickedIn(holder).find(({ value }) => value === input.value);
  tell(form, say("The {card} is in “{place}”.", { card: nameOf(input), place: labelOf(holder) }), {
    label: say("Move it here"),
    act: async () => {
      const moving = await load("cards/moving.js");
      if (moving) moving.move(other, placeOf(input));
      else tellNotLoaded(form);
    },
  });
}

// Where the rules decide, the referee says with which rule the card is refused, and the refusal can be disputed.
function sayNot(form, out) {
  const place = placeOf(out);
  const { out: card, code } = out.dataset;
  dropRefusal(form);
  const seat = JSON.parse(form.dataset.takenBy || "{}")[code];
  if (!seat && !place.hasAttribute("data-suggests")) {
    return tell(form, say("You can’t pick the {card} now: it was entered before, or isn’t asked for here.", { card }));
  }
  // In a correction it may be what was laid all the same, in another card's place.
  const label = form.dataset.shape === "correct" ? say("Change it all the same") : say("Ask the referee why");
  const why = seat
    ? say("{seat} has entered the {card}. Which card did you play?", { seat, card })
    : say("By the entries so far, the {card} can’t be played here.", { card });
  return tell(form, why, {
    label,
    act: () => {
      asked.set(place.closest("form"), { id: fieldOf(place).id, value: fieldOf(place).value });
      fieldOf(place).value = `${fieldOf(place).value} ${code}`.trim();
      form.requestSubmit(form.querySelector(GO));
    },
  });
}

// Nobody has typed the card that was asked about: once that is refused, what was typed is as it was before.
const asked = new WeakMap();
let toRestore = null;
entryAnswered.on(({ detail: { form, ok } }) => { toRestore = ok ? null : asked.get(form); });
export function restoreAsked() {
  const field = toRestore && document.getElementById(toRestore.id);
  if (field) field.value = toRestore.value;
  if (field && !field.value) typingOf(placeOf(field)).open = false;
  toRestore = null;
}

// A second tap: where one card is all that is asked, it is entered; else it picks the other copy if there is one, and
// otherwise takes the card back.
function tapAgain(input, event) {
  const place = placeOf(input);
  // As it is again once the click is called off.
  input.checked = true;
  if (place.hasAttribute("data-one") && isClashing(input.form, input.value)) {
    event.preventDefault();
    return tell(input.form, say("The {card} is picked: confirm it, or tap the right one.", { card: nameOf(input) }));
  }
  const go = input.form.querySelector(GO);
  if (input.form.matches(ONE_CARD) && !isByKey(event) && !go.disabled) {
    event.preventDefault();
    setTimeout(() => input.form?.requestSubmit(go));
    return;
  }
  // What was refused is put right by what goes.
  const mayHaveTwo = !isFull(place) && !input.form.matches("[data-refused]");
  const other = mayHaveTwo && freeIn(place, input.value);
  if (other) {
    event.preventDefault();
    pick(other);
    if (!isByKey(event)) leadOn(input.form, place);
    return;
  }
  for (const copy of pickedIn(place)) if (copy.value === input.value) copy.checked = false;
}

// By the time of the click the box has changed already. A tap on the last card of a place leads on to the next; keys
// only move within a place. The input event, which follows, draws what is picked.
function tap(input, event) {
  if (!input.checked) return tapAgain(input, event);
  if (input.hasAttribute("data-taken")) {
    event.preventDefault();
    return sayWhere(input.form, input);
  }
  if (!isByKey(event)) leadOn(input.form, placeOf(input));
}

export function hearTap(event) {
  const { target } = event;
  const form = target.closest(PROMPTS);
  if (!form) return;
  const out = target.closest(OUT);
  if (out) sayNot(form, out);
  else if (target.matches(CARD)) tap(target, event);
}

// What a script hands in is picked as if it were tapped.
cardsRead.on(({ target, detail }) => {
  const form = target.closest(PROMPTS);
  let place = document.getElementById(detail.place) || findOpenPlace(form);
  detail.left = [];
  for (const code of detail.codes) {
    const input = freeIn(place, code);
    if (!input) {
      detail.left.push(code);
      continue;
    }
    pick(input);
    place = leadOn(form, place) || place;
  }
});
