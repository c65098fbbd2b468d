// What keeps cards from being read, where somebody can change it. Each is said once.

import { say } from "../../messages.js";

const ENOUGH = 85; // Pixels of a card that is read surely
const DARK = 70; // Of 255: paper is lighter
const INK = 60; // So much lighter than its card is the ink of a dark deck, at least
const SOFT = 0.3; // Of the whole contrast, that two pixels beside each other differ by at most in a picture out of focus

// How wide the cards are that lie there, the middle one of them; null where there are none.
function usualWidth(cards) {
  const widths = cards.map(({ width }) => width).filter(Boolean).sort((a, b) => a - b);
  return widths.length ? Math.round(widths[widths.length >> 1]) : null;
}

const faults = new WeakMap(); // By card: a card in doubt is looked at once

// What is wrong with how this card is seen, which was not read; "" where nothing is known.
function whatIsWrong(card) {
  if (!faults.has(card)) faults.set(card, faultOf(card));
  return faults.get(card);
}

function faultOf(card) {
  const canvas = card.cut();
  const { width, height } = canvas;
  const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
  return faultIn({ width, height, data }) || (card.width && card.width < ENOUGH ? "far" : "");
}

// The middle of the picture is all card, whichever way it lies. Exported for its tests, which draw cards of each fault.
export function faultIn({ width, height, data }) {
  const [left, top] = [width >> 2, height >> 2];
  const greys = [], steps = [];
  for (let y = top; y < height - top; y++) {
    for (let x = left; x < width - left; x++) {
      const [here, beside] = [greyAt(data, y * width + x), greyAt(data, y * width + x + 1)];
      greys.push(here);
      steps.push(Math.abs(here - beside));
    }
  }
  if (!greys.length) return "";
  const [low, middle, high] = [0.03, 0.5, 0.97].map((share) => at(greys, share));
  if (middle < DARK && high - middle > INK) return "deck";
  if (high < DARK) return "dark";
  return high - low > INK && at(steps, 0.995) < SOFT * (high - low) ? "soft" : "";
}

const greyAt = (data, i) => 0.3 * data[4 * i] + 0.6 * data[4 * i + 1] + 0.1 * data[4 * i + 2];

function at(numbers, share) {
  numbers.sort((a, b) => a - b);
  return numbers[Math.floor(share * (numbers.length - 1))];
}

function adviceAgainst(fault, width) {
  if (fault === "far") {
    return say(
      "Cards are {width} pixels wide here, and are read surely from {enough} on: bring the camera closer, or take one with a larger picture.",
      { width, enough: ENOUGH },
    );
  }
  if (fault === "dark") return say("It is too dark to read cards. Switch on a light above the table.");
  if (fault === "soft") return say("The picture is not sharp. Wipe the lens, or move the camera a little farther away.");
  if (fault === "deck") return say("These cards are dark, with light ink: no camera reads them yet. Enter them on a phone.");
  return say("It is not read there. Lay it flat and open, away from lamps that shine back, or move the camera.");
}

export class Advice {
  #said = new Set();

  // What to say of these cards, and of those in doubt; "" where nothing is wrong, or it was said.
  of(cards, doubts) {
    const width = usualWidth(cards);
    const seen = doubts.map(({ card }) => whatIsWrong(card));
    if (cards.length > 1 && width < ENOUGH) seen.push("far");
    const fault = seen.find((each) => each && !this.#said.has(each));
    if (!fault) return "";
    this.#said.add(fault);
    return adviceAgainst(fault, width ?? usualWidth(doubts.map(({ card }) => card)));
  }
}

// Whether a card is read at the far end of the table, before the match depends on it.
export class ViewTest {
  answer = "";

  // `before` lay there when the test began.
  constructor(before) {
    this.before = before;
  }

  // Returns what to say now; null once the card was taken away again.
  look(lying) {
    const card = lying.find((each) => !this.before.some((other) => isSame(each, other)));
    if (!card) return this.answer ? null : say("Lay one card open at the far end of the table, where cards look smallest.");
    const isRead = card.isKnown && !card.isDoubtful;
    if (!isRead && !card.isDoubtful && card.code) return say("Leave it there for a moment.");
    this.answer = this.#answerTo(card, isRead);
    return this.answer;
  }

  #answerTo(card, isRead) {
    if (!isRead) return adviceAgainst(whatIsWrong(card), usualWidth([card]));
    const width = Math.round(card.width);
    if (width < ENOUGH) return adviceAgainst("far", width);
    return say("Yes, it is read well there, {width} pixels wide. Take it away again.", { width });
  }
}

const isSame = (one, other) => one.code === other.code && Math.hypot(one.x - other.x, one.y - other.y) < 40;
