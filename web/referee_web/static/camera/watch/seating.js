// Before whom cards lie, by where in the picture everybody sits. `at` maps each seat to { x, y } in pixels; a card has its
// `middle` there.

const MOST_OFF = 0.62; // Of the angle between two neighbours, that a card may lie off its seat's direction
const WIDEST = (100 * Math.PI) / 180;
const IN_MIDDLE = 0.2; // Of a seat's way from the middle: what lies nearer to it may be anybody's
const [MANY, SHIFTED] = [3, (45 * Math.PI) / 180]; // So many cards have a middle of their own, and lie nearly right round it
const CLEAR = 0.4; // Radians squared, by which no other order may be nearly as good

export class Seating {
  // `places` are those of the game, as the board, where somebody has put them.
  constructor(at, places = []) {
    this.at = at;
    this.places = places;
    this.middle = centreOf([...at.values()]);
  }

  // Whose place this card lies nearest to.
  nearest({ middle }) {
    return [...this.at].reduce((best, each) => (away(each[1], middle) < away(best[1], middle) ? each : best))[0];
  }

  // Of these cards those that lie on a place of the game; all where nobody has put any.
  onTable(cards) {
    if (!this.places.length) return cards;
    const isOnTable = (card) => {
      const toSeat = away(card.middle, this.at.get(this.nearest(card)));
      return this.places.some((place) => away(card.middle, place) <= toSeat);
    };
    return cards.filter(isOnTable);
  }

  // One card a seat, all at once: of all orders the one that turns them least round the table's middle. Returns a map of
  // the seats that have a card; null where it is not clear whose cards they are. A camera that hangs askew, and names that
  // are not quite where people sit, shift all cards alike: once every seat has one, they also lie round their own middle.
  oneEach(cards, seats) {
    if (!cards.length || cards.length > seats.length) return new Map();
    if (seats.length === 1) return new Map([[seats[0], cards[0]]]);
    const order = this.#orderRound(this.middle, cards, seats, WIDEST);
    if (order || cards.length < Math.max(MANY, this.at.size)) return order;
    return this.#orderRound(centreOf(cards.map(({ middle }) => middle)), cards, seats, SHIFTED);
  }

  #orderRound(middle, cards, seats, widest) {
    const off = cards.map((card) => seats.map((seat) => turned(angle(card.middle, middle) - this.#angle(seat)) ** 2));
    const best = leastOff(off);
    const isTooFarOff = (s, c) => off[c][s] > Math.min(widest, this.#most(seats[s])) ** 2;
    const isFar = best.order.some((s, c) => isTooFarOff(s, c) || this.#isIn(middle, cards[c], seats[s]));
    const isClose = best.order.some((s, c) => leastOff(without(off, c, s)).sum - best.sum < CLEAR);
    return isFar || isClose ? null : new Map(best.order.map((s, c) => [seats[s], cards[c]]));
  }

  #isIn(middle, card, seat) {
    return away(card.middle, middle) < IN_MIDDLE * away(this.at.get(seat), this.middle);
  }

  #angle(seat) {
    return angle(this.at.get(seat), this.middle);
  }

  #most(seat) {
    const own = this.#angle(seat);
    const others = [...this.at.keys()].filter((other) => other !== seat);
    const angles = others.map((other) => Math.abs(turned(this.#angle(other) - own)));
    return MOST_OFF * Math.min(...angles);
  }
}

const centreOf = (places) => ({ x: mean(places.map(({ x }) => x)), y: mean(places.map(({ y }) => y)) });
const away = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);
const mean = (numbers) => numbers.reduce((a, b) => a + b, 0) / numbers.length;
const angle = ({ x, y }, middle) => Math.atan2(y - middle.y, x - middle.x);
const turned = (angle) => Math.atan2(Math.sin(angle), Math.cos(angle));
const without = (off, card, seat) => off.map((row, c) => row.map((each, s) => (c === card && s === seat ? Infinity : each)));

// The seat of each card, all of them different, with the least sum.
function leastOff(off) {
  const best = new Map([[0, { sum: 0, order: [] }]]); // By the set of seats that are taken
  for (const row of off) {
    for (const [taken, { sum, order }] of [...best]) {
      best.delete(taken);
      row.forEach((each, seat) => {
        const now = taken | (1 << seat);
        if (taken & (1 << seat) || sum + each >= (best.get(now)?.sum ?? Infinity)) return;
        best.set(now, { sum: sum + each, order: [...order, seat] });
      });
    }
  }
  return [...best.values()].reduce((a, b) => (b.sum < a.sum ? b : a), { sum: Infinity, order: [] });
}
