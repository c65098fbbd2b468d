// The cards that the camera knows to lie on the table, each with its place in the picture. A place that was read
// again has what was read there, and all else stays. A card counts once two pictures agree on it, by whichever of its
// corners, and two more than say otherwise, or one that is very sure of a card that is large and lies where nothing
// else was read, and its two corners do not say two cards.

import { isOneCard, mayBeOneCard } from "../photo/one_card.js";

const VERY_SURE = 0.97;
const LARGE = 12.5; // Pixels of the camera, an index: that of a card 85 wide
const ONE_CARD = 20; // In sizes of an index: no two corners of a card are farther apart
const ONE_MIDDLE = 2; // The same of where its two corners say that its middle is

export class CardsOnTable {
  cards = [];
  copies = 1; // Of each card

  // These readings are all that lies in this box. `isUnsure`: it is to be read once more, since a card there is not sure or
  // nothing was found where something has changed; `isOnce`: a card counts by one reading alone; `lost`: cards that were
  // known there before. `seen` is what was read there just before, and a known card stays where its index `looksAs` it did,
  // whatever was read. What is new has lain there `since` then (null: nobody saw it come), unless it was among the
  // `covered` cards, which lay there before.
  replaceIn(box, readings, seen = [], looksAs = () => false, since = null, covered = []) {
    const inside = readings.filter((each) => isIn(box, each));
    const isCovered = (card) => inside.some((each) => isNear(card, each));
    const stays = this.cards.filter((card) => isIn(box, card) && card.isKnown && !isCovered(card) && looksAs(card));
    inside.push(...stays);
    const there = this.cards.filter((card) => isIn(box, card));
    const knownBefore = new Set(this.cards.filter(({ isKnown }) => isKnown).map(({ code }) => code));
    const kept = this.cards.filter((card) => !isIn(box, card));
    const isFresh = (reading) => !stays.includes(reading);
    const fresh = inside.filter(isFresh).map((reading) => cardOf(reading, there, seen, since, covered));
    this.cards = [...kept, ...fresh, ...stays];
    this.#thin();
    const added = this.cards.filter(({ code, isNamed }) => !isNamed && !knownBefore.has(code));
    const saysAnother = (card, other) => other.code !== card.code && areCornersOfOne(card, other);
    for (const card of added) card.isKnown &&= !added.some((other) => saysAnother(card, other));
    const now = this.cards.filter((card) => isIn(box, card));
    const lost = there.filter(({ code, isKnown }) => isKnown && !this.cards.some((card) => card.code === code));
    const isOnce = now.some(({ isKnown, isAgreed, isNamed }) => isKnown && !isAgreed && !isNamed);
    return { isUnsure: !now.length || now.some((card) => !card.isKnown), isOnce, lost };
  }

  // What was not known in the end is in doubt.
  doubtIn(box) {
    for (const card of this.cards) if (isIn(box, card) && !card.isKnown) card.isDoubtful = true;
  }

  // Somebody says which card this is; "": it is none.
  name(card, code, before) {
    const named = { ...card, code, readAs: card.code, isKnown: true, isDoubtful: false, isNamed: true };
    this.cards = [...this.cards.filter((each) => each !== before), ...(code ? [named] : [])];
  }

  clear() {
    this.cards = [];
  }

  // The corners of one card that were read apart are one.
  #thin() {
    const byCode = new Map();
    for (const card of this.cards) byCode.set(card.code, [...(byCode.get(card.code) ?? []), card]);
    this.cards = [];
    for (const same of byCode.values()) {
      const apart = [];
      for (const card of same.sort((a, b) => b.isKnown - a.isKnown || b.sure - a.sure)) {
        if (apart.some((other) => this.#isSame(other, card))) continue;
        card.isWhole ||= Boolean(card.opposite) || same.some((other) => isOneCard(card, other));
        const isCorner = this.copies > 1 && !card.isWhole && !card.isNamed;
        if (isCorner && apart.some((other) => mayBeOneCard(other, card))) card.isDoubtful = true;
        apart.push(card);
      }
      this.#doubtTooMany(apart);
      this.cards.push(...apart);
    }
  }

  // More of a card than there are is a doubt; where enough are known, only of the others.
  #doubtTooMany(cards) {
    if (cards.length <= this.copies) return;
    const known = cards.filter(({ isKnown, isDoubtful }) => isKnown && !isDoubtful);
    for (const card of cards) card.isDoubtful ||= known.length > this.copies || !known.includes(card);
  }

  // Whether both are corners of one card. Where there is one of each card, they are if they lie near enough.
  #isSame(one, other) {
    if (this.copies > 1) return isNear(one, other) || isOneCard(one, other) || isOneCard(other, one);
    return Math.hypot(one.x - other.x, one.y - other.y) < ONE_CARD * other.size;
  }
}

function cardOf(reading, there, seen, since, covered) {
  const before = [...there, ...seen];
  const isThere = (card) => isNear(card, reading);
  const isVerySure = !reading.isDoubtful && reading.sure >= VERY_SURE;
  const isOther = ({ code, readAs }) => isVerySure && ![code, readAs].includes(reading.code);
  const named = before.find((card) => card.isNamed && isThere(card) && !isOther(card));
  if (named) return { ...named, x: reading.x, y: reading.y };
  const isLarge = reading.size >= LARGE;
  const isSame = (card) => card.code === reading.code && (isThere(card) || areCornersOfOne(card, reading));
  const same = before.filter(isSame);
  const clear = seen.filter((card) => !card.isDoubtful);
  const agreeing = clear.filter(isSame).length + 1;
  const against = clear.filter((card) => card.code !== reading.code && isThere(card)).length;
  const isOutnumbered = against > 0 && agreeing < against + 2;
  const isTwice = !isOutnumbered && same.some((card) => isLarge || !card.isDoubtful);
  const isContradicted = before.some((card) => card.code !== reading.code && isThere(card));
  const isEnough = isLarge && !isContradicted && reading.sure >= VERY_SURE;
  const isStarAlone = reading.isStar && !reading.opposite; // It may be an eye or a ring, in every picture
  const isKnown = !reading.isDoubtful && !isStarAlone && (isTwice || isEnough);
  const lying = same[0] ?? covered.find((card) => card.code === reading.code && isThere(card));
  return { ...reading, isKnown, isAgreed: isTwice || Boolean(reading.opposite), since: lying ? lying.since : since };
}

// One is upside down beside the other, with the same middle.
const areCornersOfOne = ({ pair: one, middle, size }, { pair: other, middle: middleToo }) =>
  (one.sx - one.rx) * (other.sx - other.rx) + (one.sy - one.ry) * (other.sy - other.ry) < 0 &&
  Math.hypot(middle.x - middleToo.x, middle.y - middleToo.y) < ONE_MIDDLE * size;
const isNear = (one, other) => Math.hypot(one.x - other.x, one.y - other.y) < other.size * 2;
export const isIn = (box, { x, y }) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
