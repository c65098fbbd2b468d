// Whose each card in a photo of the table is, by where everybody sits: names on the still, to be dragged there, at first
// clockwise from whoever photographs. What is not clear stays open, and what somebody has said stays.

import { labelOf } from "../../cards/places.js";
import { SeatPlaces } from "./seat_places.js";
import { createElement } from "../../dom.js";
import { middleOf } from "./middle.js";

const FARTHEST = 60; // Degrees between the directions of a card and of its player
const CLEARER = 15; // So much farther off is the next player
const INSIDE = 0.25; // Of the outermost card's way from the middle: what lies nearer to it may be anybody's

export class Seating {
  #seats;

  constructor(places, changed) {
    this.places = places;
    this.names = createElement("div", { class: "places" });
    this.#seats = new SeatPlaces(this.names, places.map(labelOf), "photo places");
    this.names.addEventListener("change", changed);
  }

  seat(cards) {
    for (const still of new Set(cards.map((card) => card.still))) {
      const open = cards.filter((card) => card.still === still && !card.isGiven);
      if (open.length) this.#seatOn(still, open, cards.filter((card) => card.isGiven).map(({ place }) => place));
    }
  }

  #seatOn({ bitmap: { width, height }, scale }, cards, taken) {
    const lying = aroundMiddle(cards.map(({ reading }) => middleIn(reading, scale)), { x: width / 2, y: height / 2 });
    const shares = this.places.map((place) => this.#seats.at(labelOf(place)));
    const seats = shares.map(({ x, y }) => ({ x: x * width, y: y * height }));
    const directions = aroundMiddle(seats).map(({ degrees }) => degrees);
    const farthest = Math.max(...lying.map(({ away }) => away));
    const wishes = cards.map((card, i) => {
      const offs = directions.map((degrees) => between(degrees, lying[i].degrees));
      const [best, next = 180] = [...offs].sort((a, b) => a - b);
      const isClear = best < FARTHEST && next - best > CLEARER && lying[i].away >= INSIDE * farthest;
      return { card, place: isClear ? this.places[offs.indexOf(best)] : null, best };
    });
    const full = new Set(taken);
    for (const { card, place } of wishes.sort((a, b) => a.best - b.best)) {
      card.place = full.has(place) ? null : place;
      full.add(card.place);
    }
  }
}

// In which direction each of these points lies from the middle of all, and how far from it. One by itself is seen from
// the middle of the picture.
function aroundMiddle(points, ofPicture) {
  const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length;
  const middle = points.length > 1 ? { x: mean(points.map(({ x }) => x)), y: mean(points.map(({ y }) => y)) } : ofPicture;
  return points.map(({ x, y }) => {
    const [dx, dy] = [x - middle.x, y - middle.y];
    return { degrees: (Math.atan2(dy, dx) * 180) / Math.PI, away: Math.hypot(dx, dy) };
  });
}

function between(one, other) {
  const off = Math.abs(one - other) % 360;
  return Math.min(off, 360 - off);
}

function middleIn(reading, scale) {
  const { x, y } = middleOf(reading);
  return { x: x * scale, y: y * scale };
}
