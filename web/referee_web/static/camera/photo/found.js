// The cards found in photos, and where they are to be picked.

import { cardsIn, pickedIn, placesBeside, placesIn } from "../../cards/places.js";
import { cardOf, createElement, nameOf } from "../../dom.js";
import { say } from "../../messages.js";
import { asColourOrGrey, swapped } from "./colour_and_grey.js";
import { written } from "./marks.js";

const inputsFor = (place, code) => cardsIn(place).filter((input) => input.dataset.card === code);
export const codesIn = (place) => [...new Set(cardsIn(place).map((input) => input.dataset.card))];
export const copiesIn = (place) => Math.max(1, ...codesIn(place).map((code) => inputsFor(place, code).length));

// As people write a card that the picker does not have.
const writtenAs = (code) => (code.startsWith("X") ? say("joker") : written(code));

// A card as the picker draws it, and its name.
export function faceOf(place, code) {
  const [input] = inputsFor(place, code);
  if (input) return { face: cardOf(input).cloneNode(true), name: nameOf(input) };
  const name = writtenAs(code);
  return { face: createElement("span", { class: "as-typed" }, name), name };
}

const hasColourAndGrey = (place) => place.querySelector("[data-joker=colour]") !== null;

export class Found {
  cards = [];

  // Where the photo is `ofTable`, it has still to be said whose each card is.
  constructor(places, ofTable) {
    this.places = places;
    this.ofTable = ofTable;
  }

  add(readings, still) {
    const copies = copiesIn(this.places[0]);
    for (const reading of [...readings].sort((a, b) => a.x - b.x)) {
      const { code, others, isDoubtful } = hasColourAndGrey(this.places[0]) ? asColourOrGrey(reading) : reading;
      if (this.cards.filter((card) => card.code === code).length >= copies) continue;
      const place = this.ofTable ? null : this.places[0];
      this.cards.push({ code, likely: [code, ...others], reading, still, place, isDoubtful });
    }
  }

  // The codes that a reader is to look for: of cards that can be picked and are not picked already where it may be seen.
  asked() {
    const [place] = this.places;
    const picked = placesBeside(place).flatMap(pickedIn).map(({ value }) => value);
    const isLeft = (code) => picked.filter((each) => each === code).length < inputsFor(place, code).length;
    const left = codesIn(place).filter(isLeft);
    return hasColourAndGrey(place) ? left.map(swapped) : left;
  }

  remove(card) {
    this.cards = this.cards.filter((each) => each !== card);
  }

  // Why a card cannot be picked at its place, for each of those that cannot.
  objections() {
    const objections = new Map(), fine = [];
    for (const card of this.cards) {
      const why = objectionTo(card, card.place ?? this.places[0], fine);
      if (why) objections.set(card, why);
      else fine.push(card);
    }
    return objections;
  }

  wanted() {
    const objections = this.objections();
    return this.cards.filter((card) => card.place && !objections.has(card));
  }

  // How many cards more are needed, as far as it is known how many there must be; below zero where there are too many.
  missing() {
    const fitting = this.cards.length - this.objections().size;
    const needed = this.places.reduce((sum, place) => sum + Math.max(0, least(place) - pickedIn(place).length), 0);
    return this.ofTable ? needed - fitting : Math.max(0, needed - fitting);
  }
}

const least = (place) => Number(place.dataset.least ?? (place.hasAttribute("data-one") ? 1 : 0));

function objectionTo(card, place, before) {
  const { code } = card;
  const form = place.closest("form");
  if (!inputsFor(place, code).length) return say("can’t be right here");
  const copies = Math.max(...placesIn(form).map((each) => inputsFor(each, code).length));
  const used = pickedIn(form).filter(({ value }) => value === code).length;
  if (used + before.filter((other) => other.code === code).length >= copies) return say("already picked");
  if (!card.place) return "";
  const there = pickedIn(place).length + before.filter((other) => other.place === place).length;
  return there >= Number(place.dataset.most ?? Infinity) ? say("one card too many") : "";
}
