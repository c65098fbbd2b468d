// Where in a photo indices may stand: pairs of blobs and jokers, found in several scales and at several depths of ink.

import { blobsOf, lightness, whiteOf } from "./ink.js";
import { jokersOf } from "./jokers.js";
import { pairsOf } from "./pairs.js";

const SCALES = 3; // The photo itself, its half and its quarter: indices from 8 to 256 pixels
// Percent of the local white: ink close to other ink, dark ink, and pale ink in glaring light.
const SHARES = [38, 52, 66, 80];
const YELLOW = [80];
// A small rank is pale, and runs into its suit: between two of those depths it may stand alone. It takes twice the time.
const BETWEEN = [30, 45, 59, 73, 87];
const MORE_YELLOW = [60, 70, 75, 84, 88, 92];

export function candidatesOf(levels, isThorough = false) {
  const rounds = isThorough ? [SHARES, BETWEEN] : [SHARES];
  const yellowRounds = isThorough ? [YELLOW, MORE_YELLOW] : [YELLOW];
  const found = new Nearby();
  levels.slice(0, SCALES).forEach((picture, level) => {
    const { width, height } = picture;
    const add = (pairs) => pairs.forEach((each) => found.add(enlarged(each, 2 ** level)));
    const light = lightness(picture);
    const white = whiteOf(light, width, height);
    for (const shares of rounds) {
      for (const { blobs, darker } of depthsOf(shares, picture, light, white)) {
        add(pairsOf(blobs));
        add(jokersOf(blobs));
        add(pairsOf(blobs, darker));
      }
    }
    const yellow = lightness(picture, true);
    const whiteOfYellow = whiteOf(yellow, width, height);
    for (const shares of yellowRounds) {
      for (const { blobs, darker } of depthsOf(shares, picture, yellow, whiteOfYellow)) {
        add(pairsOf(blobs));
        add(pairsOf(blobs, darker));
      }
    }
  });
  return found.all;
}

// A suit that touches a pip comes off it in darker ink, in which its thin rank is not seen.
function* depthsOf(shares, picture, light, white) {
  let darker = [];
  for (const share of shares) {
    const blobs = blobsOf(picture, light, white, share);
    yield { blobs, darker };
    darker = blobs;
  }
}

function enlarged({ rx, ry, sx, sy, ofLongerWord = false }, times) {
  const shift = (times - 1) / 2;
  return { ofLongerWord, rx: rx * times + shift, ry: ry * times + shift, sx: sx * times + shift, sy: sy * times + shift };
}

// Keeps pairs that differ: what is nearly the same place twice is judged once.
class Nearby {
  all = [];
  #seen = new Map();

  add(pair) {
    const apart = Math.hypot(pair.rx - pair.sx, pair.ry - pair.sy);
    const x = Math.floor(pair.sx / 32), y = Math.floor(pair.sy / 32);
    for (let v = y - 1; v <= y + 1; v++) {
      for (let u = x - 1; u <= x + 1; u++) {
        const known = this.#seen.get(v * 4096 + u)?.find((other) => isSame(pair, other, apart * 0.07));
        if (!known) continue;
        known.ofLongerWord ||= pair.ofLongerWord;
        return;
      }
    }
    const key = y * 4096 + x;
    if (!this.#seen.has(key)) this.#seen.set(key, []);
    this.#seen.get(key).push(pair);
    this.all.push(pair);
  }
}

const isSame = (one, other, slack) =>
  Math.abs(one.rx - other.rx) < slack && Math.abs(one.ry - other.ry) < slack &&
  Math.abs(one.sx - other.sx) < slack && Math.abs(one.sy - other.sy) < slack;
