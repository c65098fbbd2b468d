// A card shows its suit on its pips too, larger than in its index. A suit that the index leaves open is held against those
// that lie on no other card.

import { cutWithPip, sizeOf, WHOLE } from "./crops.js";
import { blobsOf, lightness, whiteOf } from "./ink.js";
import { inFrame, isOneCard } from "./one_card.js";
import { DOWN, RIGHT } from "./middle.js";
import { isSolid } from "./pairs.js";

const SCALES = 3;
const SHARE = 66; // Percent of the local white
const [LEAST, MOST] = [0.4, 1.7]; // Of a pip, in sizes of an index
const SUIT = 0.5; // The size of the index's own suit, the same
const EDGE = 1; // So near to the card's edge stand indices
const SLACK = 1.5; // Past the corners' indices a card may reach, or cover a pip in part
const TURNS = 0.7; // Round the middle of the card nobody knows which way a pip stands
const MANY = 6;
export const OPEN = 0.98; // An index that is less sure of its suit leaves it open
const CLEAR = 0.85; // A pip that is so sure of its suit says something
const PAIRS = [[0, 3], [1, 2]]; // The suits of one colour, as the networks number them

// What the pips make of an index's shares of the suits, where they say something. Pictures on courts and aces may look like
// pips: these settle what is open, and of what they contradict nobody knows which it is. Where corners say different suits
// a pip may be another card's: all have to agree (`needsAll`). Exported for its tests.
export function heldAgainst(suits, votes, isNumber, needsAll = false) {
  const top = suits.indexOf(Math.max(...suits));
  const colour = PAIRS.find((pair) => pair.includes(top));
  const surest = votes.map((vote) => vote.indexOf(Math.max(...vote)));
  const said = surest.filter((suit, i) => votes[i][suit] >= CLEAR && colour.includes(suit));
  const [suit] = said;
  if (suit === undefined || said.some((other) => other !== suit)) return suits;
  if (needsAll && said.length < votes.length) return suits;
  const isOverruled = isNumber && said.length > 1;
  if (suit === top || isOverruled) return suits.map((_, i) => (i === suit ? OPEN : (1 - OPEN) / 3));
  return suits.map((_, i) => (colour.includes(i) ? 0.5 : 0));
}

// How large cards are, downwards and to the right of their index, in its sizes: by the other corner where both were read, as
// the surest of the same rank that has no better one itself.
class Frames {
  constructor(readings) {
    const corners = new Map(readings.map((one) => [one, cornerOf(one, readings)]));
    this.corners = new Map(readings.map((one) => [one, corners.get(corners.get(one)) === one ? corners.get(one) : null]));
  }

  // Whether a place may lie on the card of this index.
  isOn(one, place, slack) {
    if (one.isJoker) return Math.hypot(place.x - one.x, place.y - one.y) < one.across;
    const { down, right } = this.of(one), at = inFrame(one, place);
    return at.down > -slack && at.down < down + slack && at.right > -slack && at.right < right + slack;
  }

  of(one) {
    const corner = this.corners.get(one);
    return corner ? inFrame(one, corner) : { down: 2 * DOWN, right: 2 * RIGHT };
  }
}

function cornerOf(one, readings) {
  const isRed = ({ code }) => "DH".includes(code[1]);
  const isLike = (other) => other.code[0] === one.code[0] && isRed(one) === isRed(other);
  const corners = readings.filter((other) => isLike(other) && isOneCard(one, other));
  const order = (a, b) => (b.code === one.code) - (a.code === one.code) || b.sure - a.sure;
  return corners.sort(order)[0];
}

export class Pips {
  #blobs = null;
  #suits = new Map();

  constructor(levels, readings) {
    this.levels = levels;
    this.readings = readings;
    this.frames = new Frames(readings);
  }

  // The other corner of this index's card, null where it was not read.
  cornerOf(index) {
    return this.frames.corners.get(index);
  }

  // What the judge says of the suits of this index's card, a list for each pip.
  suitsOf(index, suitsIn) {
    if (!this.#suits.has(index)) this.#suits.set(index, this.#judged(index, suitsIn));
    return this.#suits.get(index);
  }

  #judged(index, suitsIn) {
    const into = new Float32Array(sizeOf(WHOLE));
    return this.#of(index).map((pip) => {
      cutWithPip(this.levels, index.pair, pip, WHOLE, into);
      return suitsIn(into);
    });
  }

  #of(index) {
    this.#blobs ??= this.#find();
    const { size } = index, { frames, readings } = this;
    const isNear = (one, other) => Math.hypot(other.x - one.x, other.y - one.y) < 0.5 * size;
    const card = frames.of(index), opposite = this.cornerOf(index);
    const covering = readings.filter((other) => other !== index && other !== opposite && frames.isOn(index, other, 0.5));
    const taken = readings.flatMap(({ pair: { rx, ry, sx, sy } }) => [{ x: rx, y: ry }, { x: sx, y: sy }]);
    const found = [];
    for (const blob of this.#blobs) {
      const share = blob.long / size;
      if (share < LEAST || share > MOST) continue;
      const { down, right } = inFrame(index, blob);
      const isInside = right > EDGE && right < card.right - EDGE && down > -EDGE && down < card.down + EDGE;
      if (!isInside || Math.abs(down - card.down / 2) < TURNS) continue;
      if ([...taken, ...found].some((other) => isNear(blob, other))) continue;
      if (covering.some((other) => frames.isOn(other, blob, SLACK))) continue;
      found.push({ x: blob.x, y: blob.y, times: share / SUIT, isTurned: down > card.down / 2 });
    }
    return found.slice(0, MANY);
  }

  #find() {
    return this.levels.slice(0, SCALES).flatMap((picture, level) => {
      const { width, height } = picture, times = 2 ** level;
      const light = lightness(picture);
      const blobs = blobsOf(picture, light, whiteOf(light, width, height), SHARE).filter(isSolid);
      const shift = (times - 1) / 2;
      return blobs.map(({ x, y, long }) => ({ x: x * times + shift, y: y * times + shift, long: long * times }));
    });
  }
}
