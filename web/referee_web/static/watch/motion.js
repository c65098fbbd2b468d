// Where in the camera's picture something has changed since it was read, and lies still now. Pictures are small: a cell
// is the mean of some ten pixels each way. Light that changes everywhere is no change.

export const ACROSS = 128; // Cells
const CHANGED = 14; // Of 255: more than a camera's noise in the mean of a cell
const MOVING = 9;
const STILL = 2; // Pictures in a row in which nothing moved there
const LEAST = 3; // Cells: a card's index is larger
const MOST_CHANGED = 0.6; // A share of all: the camera was moved, or stood in somebody's way

export class Motion {
  #before = null;
  #read = null;
  #still = null;
  #gain = 1; // How much lighter it is than when the first picture was read; what was read is kept in that light

  // What lies still and was not read yet, as boxes in cells { x, y, width, height }; `isBusy` where something moves or
  // has just lain down; `isElsewhere` where nearly all has changed.
  look({ width, height, data }) {
    const now = greyOf(data, width * height);
    const isFirst = this.#before === null;
    this.#still ??= new Uint8Array(now.length);
    this.#read ??= new Float32Array(now.length).fill(-1000);
    const moved = differing(this.#before ?? now, now, MOVING, 1);
    for (let i = 0; i < now.length; i++) this.#still[i] = moved[i] || isFirst ? 0 : Math.min(255, this.#still[i] + 1);
    this.#before = now;
    this.#gain = gainOf(this.#read, now);
    const changed = differing(this.#read, now, CHANGED, this.#gain);
    const found = placesOf(changed, width, height).filter(({ cells }) => cells >= LEAST);
    const still = found.filter((box) => this.#isStill(box, width, height));
    const share = changed.reduce((sum, each) => sum + each, 0) / changed.length;
    return { still, isBusy: still.length < found.length, isElsewhere: share > MOST_CHANGED && this.#wasRead() };
  }

  // This place was read as it is now.
  wasReadIn({ x, y, width, height }, across) {
    for (let v = y; v < y + height; v++) {
      for (let u = x; u < x + width; u++) this.#read[v * across + u] = this.#before[v * across + u] / this.#gain;
    }
  }

  // All has to be read again.
  forget() {
    this.#read?.fill(-1000);
  }

  #wasRead() {
    return this.#read.some((each) => each >= 0);
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

// Which cells differ by more than this, once the light of all is the same.
function differing(one, other, most, gain) {
  return Uint8Array.from(other, (value, i) => (one[i] < -1 || Math.abs(value - one[i] * gain) > most ? 1 : 0));
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
