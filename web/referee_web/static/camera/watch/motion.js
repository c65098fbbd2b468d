// Where in the camera's picture something has changed since it was read, and lies still now. Pictures are small: a cell
// is the mean of some ten pixels each way. Light that changes everywhere is no change.

import { wasMoved } from "./moved.js";

export const ACROSS = 128; // Cells
const CHANGED = 14; // Of 255: more than a camera's noise in the mean of a cell
const [BRIGHT, DIM] = [200, 0.65]; // In less light than this for paper less is enough, down to such a share
const MOVING = 9;
const STILL = 2; // Pictures in a row in which nothing moved there
const LEAST = 3; // Cells: a card's index is larger
const MOST_CHANGED = 0.4; // Of the table as it was empty: more than cards cover, so the camera was moved

export class Motion {
  #before = null;
  #read = null;
  #ground = null; // The table before anything was laid on it; below 0 where that is not known
  #still = null;
  #change = CHANGED; // In the light that there is now
  #gain = 1; // How much lighter it is than when the first picture was read; what was read is kept in that light

  // What lies still and was not read yet, as boxes in cells { x, y, width, height }; `busy` are those where something
  // moves or has just lain down; `isElsewhere`: hardly anything is as it was on the empty table, or all of it is shifted.
  // The picture has colours, `data`, or is `grey`.
  look({ width, height, data, grey }) {
    const now = grey ?? greyOf(data, width * height);
    if (this.#before && this.#before.length !== now.length) return this.#turn();
    const isFirst = this.#before === null;
    this.#still ??= new Uint8Array(now.length);
    this.#read ??= new Float32Array(now.length).fill(-1000);
    const moved = differing(this.#before ?? now, now, MOVING, 1);
    for (let i = 0; i < now.length; i++) this.#still[i] = moved[i] || isFirst ? 0 : Math.min(255, this.#still[i] + 1);
    this.#before = now;
    this.#gain = gainOf(this.#read, now);
    this.#change = CHANGED * Math.min(1, Math.max(DIM, brightest(now) / BRIGHT));
    const changed = differing(this.#read, now, this.#change, this.#gain);
    const found = placesOf(changed, width, height).filter(({ cells }) => cells >= LEAST);
    const still = found.filter((box) => this.#isStill(box, width, height));
    const busy = found.filter((box) => !still.includes(box));
    const isOther = () => !busy.length && this.#shareChanged() > MOST_CHANGED;
    const isShifted = () => still.length > 0 && wasMoved(this.#read.map((each) => each * this.#gain), now, width, height);
    return { still, busy, isElsewhere: this.#ground !== null && (isOther() || isShifted()) };
  }

  // What lies still now was there before the first card. What moves just then is looked at later.
  learnGround() {
    this.#ground = this.#before.map((each, i) => (this.#still[i] < STILL ? -1000 : each / this.#gain));
  }

  // The share of this place's cells that are not as they were on the empty table.
  shareLaid({ x, y, width, height }, across) {
    let laid = 0, cells = 0;
    for (let v = Math.max(0, y); v < Math.min(this.#before.length / across, y + height); v++) {
      for (let u = Math.max(0, x); u < Math.min(across, x + width); u++, cells++) laid += this.#isLaid(v * across + u);
    }
    return laid / Math.max(1, cells);
  }

  // How this place looks now, whatever the light; `looksAs` says whether it still does.
  lookOf({ x, y, width, height }, across) {
    const cells = [];
    for (let v = Math.max(0, y); v < Math.min(this.#before.length / across, y + height); v++) {
      for (let u = Math.max(0, x); u < Math.min(across, x + width); u++) {
        const i = v * across + u;
        cells.push([i, this.#before[i] / this.#gain]);
      }
    }
    return cells;
  }

  looksAs(cells) {
    return cells.every(([i, was]) => Math.abs(this.#before[i] / this.#gain - was) <= MOVING);
  }

  #isLaid(i) {
    return !(this.#ground[i] >= 0 && Math.abs(this.#before[i] - this.#ground[i] * this.#gain) <= this.#change);
  }

  // Nobody knows what is below this place.
  forgetGround({ x, y, width, height }, across) {
    for (let v = Math.max(0, y); v < Math.min(this.#before.length / across, y + height); v++) {
      for (let u = Math.max(0, x); u < Math.min(across, x + width); u++) this.#ground[v * across + u] = -1000;
    }
  }

  #shareChanged() {
    let laid = 0;
    for (let i = 0; i < this.#ground.length; i++) laid += this.#ground[i] >= 0 && this.#isLaid(i);
    return laid / this.#ground.length;
  }

  // This place was read as it is now, where it lies still.
  wasReadIn({ x, y, width, height }, across) {
    for (let v = y; v < y + height; v++) {
      for (let i = v * across + x; i < v * across + x + width; i++) {
        if (this.#still[i] >= STILL) this.#read[i] = this.#before[i] / this.#gain;
      }
    }
  }

  // The camera was moved: all has to be read again, and the table is another one.
  forget() {
    this.#read = this.#ground = null;
  }

  // A phone was turned from upright to across, or back.
  #turn() {
    this.#before = this.#still = null;
    return { still: [], busy: [], isElsewhere: true };
  }

  // A hand that is still near moves the cells round it.
  #isStill({ x, y, width: w, height: h }, width, height) {
    for (let v = Math.max(0, y - 2); v < Math.min(height, y + h + 2); v++) {
      for (let u = Math.max(0, x - 2); u < Math.min(width, x + w + 2); u++) {
        if (this.#still[v * width + u] < STILL) return false;
      }
    }
    return true;
  }
}

function greyOf(data, n) {
  const grey = new Float32Array(n);
  for (let i = 0, p = 0; i < n; i++, p += 4) grey[i] = 0.3 * data[p] + 0.6 * data[p + 1] + 0.1 * data[p + 2];
  return grey;
}

const brightest = (cells) => cells.reduce((most, each) => Math.max(most, each), 0);

// Which cells differ by more than this, once the light of all is the same.
function differing(one, other, most, gain) {
  const differs = new Uint8Array(other.length);
  for (let i = 0; i < other.length; i++) differs[i] = one[i] < -1 || Math.abs(other[i] - one[i] * gain) > most ? 1 : 0;
  return differs;
}

// How much lighter it has become: the middle of many cells' shares, whatever lies on some of them.
function gainOf(one, other) {
  const shares = [];
  for (let i = 0; i < one.length; i += 7) if (one[i] > 20) shares.push(other[i] / one[i]);
  if (shares.length < 50) return 1;
  shares.sort((a, b) => a - b);
  return Math.min(1.5, Math.max(0.67, shares[shares.length >> 1]));
}

// Connected places of changed cells, each with its box and how many they are. Cells two apart are one place.
function placesOf(changed, width, height) {
  const seen = new Uint8Array(changed.length);
  const places = [];
  for (let start = 0; start < changed.length; start++) {
    if (!changed[start] || seen[start]) continue;
    const waiting = [start];
    let [left, right, top, bottom, cells] = [width, 0, height, 0, 0];
    seen[start] = 1;
    while (waiting.length) {
      const at = waiting.pop(), x = at % width, y = (at / width) | 0;
      cells++;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
      for (let v = Math.max(0, y - 2); v <= Math.min(height - 1, y + 2); v++) {
        for (let u = Math.max(0, x - 2); u <= Math.min(width - 1, x + 2); u++) {
          const next = v * width + u;
          if (!changed[next] || seen[next]) continue;
          seen[next] = 1;
          waiting.push(next);
        }
      }
    }
    places.push({ x: left, y: top, width: right - left + 1, height: bottom - top + 1, cells });
  }
  return places;
}
