// Where a joker's index may stand: a word of five letters in a row, one below or beside the other (JOKER, JOLLY), or a
// star. Both are given as pairs, as a rank and its suit are: of a word the second and the fourth letter, of a star two
// points half its width above and below its middle as the photo is held, since a star looks alike whichever way it lies.
// A pair is `ofLongerWord` where a sixth letter follows, as in the headline of a newspaper.

const NEAREST = 8; // Letters looked at round one
const LEAST = 10; // Pixels, of a star: smaller ones look like anything
const CELL = 32; // Pixels

export function jokersOf(blobs) {
  const found = blobs.filter(mayBeStar).map(({ x, y, wide }) => ({ rx: x, ry: y - wide / 2, sx: x, sy: y + wide / 2 }));
  const nearby = new Nearby(blobs);
  for (const middle of blobs) words(middle, nearby, found);
  return found;
}

// A star by itself is round, and fills little of its box; in a disc or a ring it leaves holes, or with its holes blurred
// away a disc is left.
function mayBeStar({ wide, long, short, area, fill }) {
  const solid = area / (long * short);
  if (wide < LEAST || short < 0.72 * long || solid < 0.3) return false;
  return (fill < 0.6 && solid < 0.97) || (short > 0.78 * long && (solid < 0.9 || solid > 0.99));
}

// The middle letter stands between two others, and beyond one of these at least stands one more.
function words(middle, nearby, found) {
  for (const one of nearby.to(middle)) {
    const dx = middle.x - one.x, dy = middle.y - one.y;
    const other = nearby.at(middle.x + dx, middle.y + dy, middle);
    if (!other) continue;
    if (!nearby.at(one.x - dx, one.y - dy, middle) && !nearby.at(other.x + dx, other.y + dy, middle)) continue;
    const sixth = nearby.at(one.x - 2 * dx, one.y - 2 * dy, middle) ?? nearby.at(other.x + 2 * dx, other.y + 2 * dy, middle);
    const ofLongerWord = Boolean(sixth && sixth.long > 0.75 * middle.long && sixth.long < 1.3 * middle.long);
    found.push({ rx: one.x, ry: one.y, sx: other.x, sy: other.y, ofLongerWord });
  }
}

class Nearby {
  #cells = new Map();

  constructor(blobs) {
    for (const blob of blobs) {
      const key = keyAt(blob.x, blob.y);
      if (!this.#cells.has(key)) this.#cells.set(key, []);
      this.#cells.get(key).push(blob);
    }
  }

  // The nearest blobs that may be the next letter of the same word.
  to(letter) {
    const near = [];
    for (const blob of this.#round(letter.x, letter.y, 1.9 * letter.long)) {
      const away = Math.hypot(blob.x - letter.x, blob.y - letter.y);
      if (away > 0.6 * letter.long && away < 1.9 * letter.long && isLike(blob, letter)) near.push({ blob, away });
    }
    return near.sort((a, b) => a.away - b.away).slice(0, NEAREST).map(({ blob }) => blob);
  }

  // A letter like this one, at this place or a little aside.
  at(x, y, like) {
    const slack = 0.35 * like.long;
    return this.#round(x, y, slack).find((blob) => Math.hypot(blob.x - x, blob.y - y) < slack && isLike(blob, like));
  }

  #round(x, y, reach) {
    const found = [];
    for (let v = y - reach; v < y + reach + CELL; v += CELL) {
      for (let u = x - reach; u < x + reach + CELL; u += CELL) found.push(...(this.#cells.get(keyAt(u, v)) ?? []));
    }
    return found;
  }
}

const keyAt = (x, y) => Math.floor(y / CELL) * 4096 + Math.floor(x / CELL);

const isLike = (one, other) =>
  one !== other && one.long > 0.55 * other.long && one.long < 1.8 * other.long && Math.abs(one.red - other.red) < 0.35;
