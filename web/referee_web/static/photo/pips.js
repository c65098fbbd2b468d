// A card shows its suit on its pips too, larger than in its index. A suit that the index leaves open is held against them,
// unless another card's index lies where they would be.

import { cutWithPip, sizeOf, WHOLE } from "./crops.js";
import { blobsOf, lightness, whiteOf } from "./ink.js";
import { inFrame } from "./one_card.js";
import { DOWN, RIGHT } from "./middle.js";
import { isSolid } from "./pairs.js";

const SCALES = 3;
const SHARE = 66; // Percent of the local white
const [LEAST, MOST] = [0.4, 1.7]; // Of a pip, in sizes of an index
const SUIT = 0.5; // The size of the index's own suit, the same
const EDGE = 1; // So near to the card's edge stand indices
const TURNS = 0.7; // Round the middle of the card nobody knows which way a pip stands
const MANY = 6;
const OPEN = 0.98; // An index that is less sure of its suit leaves it open
const CLEAR = 0.85; // A pip that is so sure of its suit says something
const WEAK = 0.95; // An index that is less sure is overruled by one pip; others by two
const PAIRS = [[0, 3], [1, 2]]; // The suits of one colour, as the networks number them

// What the pips make of an index's shares of the suits, where they say something. Pictures on courts and aces may look like
// pips: these settle what is open, and of what they contradict nobody knows which it is.
export function heldAgainst(suits, votes, isNumber) {
  const top = suits.indexOf(Math.max(...suits));
  const colour = PAIRS.find((pair) => pair.includes(top));
  const said = votes.map((vote) => vote.indexOf(Math.max(...vote))).filter((suit, i) => votes[i][suit] >= CLEAR && colour.includes(suit));
  const [suit] = said;
  if (suit === undefined || said.some((other) => other !== suit)) return suits;
  const isOverruled = isNumber && (said.length > 1 || suits[top] < WEAK);
  if (suit === top || isOverruled) return suits.map((_, i) => (i === suit ? OPEN : (1 - OPEN) / 3));
  return suits.map((_, i) => (colour.includes(i) ? 0.5 : 0));
}

// Whether an index leaves its suit open, and nothing lies on its card that has one of its own.
export function hasOpenSuit(index, suits, others) {
  if (Math.max(...suits) >= OPEN || index.isJoker) return false;
  return !others.some((other) => {
    const { down, right } = inFrame(index, other);
    const isOpposite = Math.abs(down - 2 * DOWN) < 2 && Math.abs(right - 2 * RIGHT) < 2;
    const isBeside = Math.hypot(other.x - index.x, other.y - index.y) < index.size;
    const isInside = down > -1 && down < 2 * DOWN + 1 && right > -0.5 && right < 2 * RIGHT + 0.5;
    return isInside && !isOpposite && !isBeside;
  });
}

export class Pips {
  #blobs = null;

  constructor(levels) {
    this.levels = levels;
  }

  // What the judge says of the suits of this index's card, a list for each pip; `taken` are ranks and suits of indices.
  suitsOf(index, taken, suitsIn) {
    const into = new Float32Array(sizeOf(WHOLE));
    return this.#of(index, taken).map((pip) => {
      cutWithPip(this.levels, index.pair, pip, WHOLE, into);
      return suitsIn(into);
    });
  }

  #of(index, taken) {
    this.#blobs ??= this.#find();
    const { size } = index;
    const found = [];
    for (const blob of this.#blobs) {
      const share = blob.long / size;
      if (share < LEAST || share > MOST) continue;
      const { down, right } = inFrame(index, blob);
      const isInside = right > EDGE && right < 2 * RIGHT - EDGE && down > -EDGE && down < 2 * DOWN + EDGE;
      if (!isInside || Math.abs(down - DOWN) < TURNS) continue;
      const isNear = (other) => Math.hypot(other.x - blob.x, other.y - blob.y) < 0.5 * size;
      if (taken.some(isNear) || found.some(isNear)) continue;
      found.push({ x: blob.x, y: blob.y, times: share / SUIT, isTurned: down > DOWN });
    }
    return found.slice(0, MANY);
  }

  #find() {
    return this.levels.slice(0, SCALES).flatMap((picture, level) => {
      const { width, height } = picture, times = 2 ** level;
      const light = lightness(picture);
      const blobs = blobsOf(picture, light, whiteOf(light, width, height), SHARE).filter(isSolid);
      return blobs.map(({ x, y, long }) => ({ x: x * times + (times - 1) / 2, y: y * times + (times - 1) / 2, long: long * times }));
    });
  }
}
