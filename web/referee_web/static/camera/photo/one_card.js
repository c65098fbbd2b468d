// Whether two readings are of one card, by where its corners are.

const [WIDEST, LONGEST] = [11, 15]; // Of a card, in sizes of its index: those of small indices
const AT_THE_EDGE = 0.06; // Of a card's width and length: what reaches over it may belong to the next card
const UNLIKE = 1.25; // Times larger or smaller than its card's index
const PIPS_APART = 1.4; // The least between two pips, in sizes of their card's index
const SAME_SIGN = 0.5; // The same

export const JOKER_ACROSS = { word: 12, star: 16 }; // In sizes of the sign: no two corners of a joker are farther apart

// The other corner of a card stands upside down, right and below: about 37 degrees off its index's own direction. A joker
// may have words and stars in four corners.
export function isOneCard(one, other) {
  if (one.isJoker) return Math.hypot(other.x - one.x, other.y - one.y) < Math.max(one.across, other.across);
  const down = direction(one.pair), up = direction(other.pair);
  if (Math.cos(down - up) > -0.85) return false;
  const dx = other.x - one.x, dy = other.y - one.y;
  const lengths = Math.hypot(dx, dy) / one.size;
  if (lengths < 2.5 || lengths > 18) return false;
  return Math.cos(Math.atan2(dy, dx) - down + 0.65) > 0.9;
}

const isCorner = (one, other) => other.code === one.code && isOneCard(one, other);

// Some decks have an index in all four corners. Two that lie in line may be those of one card, or of two side by side.
export function mayBeOneCard(one, other) {
  const down = direction(one.pair), turn = Math.cos(direction(other.pair) - down);
  if (Math.abs(turn) < 0.99) return false;
  const lengths = Math.hypot(other.x - one.x, other.y - one.y) / one.size;
  const angle = Math.atan2(other.y - one.y, other.x - one.x) - down;
  return lengths > 2.5 && lengths < (turn > 0 ? 9 : 14) && Math.abs(turn > 0 ? Math.cos(angle) : Math.sin(angle)) < 0.15;
}

// What is printed inside aces and courts may look like an index, a wreath like a joker's star, and a maker's name on the
// ace of spades like its word. A reading between the two corners of such a card is left out where it is a joker's or its
// size is another, and is in doubt otherwise, unless its own card's other corner was read beside it; so is a word where only
// one corner of an ace of spades was read.
export function withoutOrnaments(readings) {
  const printed = readings.filter(({ code, sure, isDoubtful }) => /^[AJQK]/.test(code) && !isDoubtful && sure > 0.8);
  const cards = printed.flatMap((one) => printed.filter((other) => isCorner(one, other)).map((other) => [one, other]));
  const aces = printed.filter(({ code }) => code === "AS");
  return readings.filter((reading) => {
    const around = cards.find(([one, other]) => reading !== one && reading !== other && isBetween(reading, one, other));
    if (around) {
      const times = reading.size / around[0].size;
      if (reading.isJoker || times > UNLIKE || times < 1 / UNLIKE) return false;
      reading.isPrinted = !readings.some((other) => isCorner(reading, other) && !isBetween(other, ...around));
      reading.isDoubtful ||= reading.isPrinted;
    } else if (reading.code === "XB" && aces.some((ace) => mayBeOn(ace, reading))) {
      reading.isDoubtful = true;
    }
    return true;
  });
}

// A pip that another card covers in part looks like a rank or a suit. Ink stands in one index: of two readings that share
// some the less sure is in doubt. So is what is far larger than all that is surer, as two pips are, unless its other corner
// was read too. Exported for its tests.
export function doubtPips(readings) {
  const indices = readings.filter(({ isJoker }) => !isJoker);
  for (const one of indices) {
    const surer = indices.filter((other) => other.sure > one.sure);
    const isLarge = surer.length > 0 && surer.every(({ size }) => one.size > PIPS_APART * size);
    const mayBePips = isLarge && !indices.some((other) => isCorner(one, other));
    if (mayBePips || surer.some((other) => sharesSign(one, other))) one.isPrinted = one.isDoubtful = true;
  }
}

// Whether a rank or a suit of one stands where one of the other does.
export function sharesSign(one, other) {
  const reach = SAME_SIGN * Math.max(one.size, other.size);
  const signs = ({ pair: { rx, ry, sx, sy } }) => [[rx, ry], [sx, sy]];
  return signs(one).some(([x, y]) => signs(other).some(([u, v]) => Math.hypot(x - u, y - v) < reach));
}

// Whether it lies well inside the card that has these two indices in opposite corners.
function isBetween({ x, y }, one, other) {
  const inner = inFrame(one, other);
  const at = inFrame(one, { x, y });
  const share = (value, most) => value / most > AT_THE_EDGE && value / most < 1 - AT_THE_EDGE;
  return share(at.down, inner.down) && share(at.right, inner.right);
}

// Whether a reading lies on the card that has this index, as far as one index tells.
const mayBeOn = (index, reading) => isFrom(-2, -2, index, reading);

// The same, away from the side that a neighbour in a fan may have its own index at.
export const mayBeInside = (index, reading) => isFrom(2, 1, index, reading);

// Whether a reading is at least so far below an index and right of it, in its sizes, and no farther than a card reaches.
function isFrom(below, beside, index, reading) {
  const { down, right } = inFrame(index, reading);
  return down > below && down < LONGEST && right > beside && right < WIDEST;
}

// How far it is below this index and right of it, in its sizes.
export function inFrame(index, { x, y }) {
  const angle = direction(index.pair), dx = (x - index.x) / index.size, dy = (y - index.y) / index.size;
  return { down: dx * Math.cos(angle) + dy * Math.sin(angle), right: dx * Math.sin(angle) - dy * Math.cos(angle) };
}

const direction = ({ rx, ry, sx, sy }) => Math.atan2(sy - ry, sx - rx);
