// What a photo's pairs are: the gate passes over most, the judge names the rest, and of several readings of one card
// the best is kept. A reading: `code` (QH, TS), how `sure` it is from 0 to 1 and whether it `isDoubtful`, where the index
// is (`x`, `y`, `size`, in pixels of the picture) and where the `opposite` one of its card, if that was read, the
// cut-out's pair, and `others`: codes that it may be instead, likeliest first. Of two jokers XB is the one with a black
// index, and XR the one with a red one.

import { cut, HALF, rednessOf, sizeOf, WHOLE } from "./crops.js";
import { doubtPips, isOneCard, JOKER_ACROSS, mayBeInside, mayBeOneCard, sharesSign, withoutOrnaments } from "./one_card.js";
import { heldAgainst, OPEN, Pips } from "./pips.js";

const SURE = 0.7;
const LEAST_SURE = 0.35; // Below this it is no reading at all
const LEAST_SURE_BY_LOOKS = 0.63; // Whatever is asked for
const LEAST_SURE_OF_LAST = 0.05; // Of the one card of a deck that is left unread
const OUTSIDER = 0.15; // How likely cards are that are not among those asked for, beside these
const LEAST_SURE_OF_JOKER = 0.9; // Other things look like stars and words
const SURE_OF_WORD = 0.95;
const SURE_OF_STAR = 0.97; // Where no other corner of the joker shows one
const RED = 0.2; // Ink that is so red is no spade's and no club's
const SURELY_RED = 0.5; // Of ink that is less red nobody knows which it is, where it may be a black suit's by its shape
const MAY_BE_BLACK = 0.3;
const SURELY_OF_INK = 0.9; // That it is a black suit's or a red one's, by its shape
const BESIDE_RED = 0.4; // Warm light reddens black ink too, but to less than so much of how red the photo's red suits are
const ENOUGH_REDS = 3;
const BLACK_SUITS = "CS";
const SURE_OF_RANK = 0.93; // Of a rank that is less sure no pip makes a card
// What is less sure, and stands in no other corner, has to look the same a little larger, smaller and aside.
const STEADY = 0.97;
const [SURE_OF_CORNERS, LEAST_OF_CORNERS] = [0.9, 0.5]; // The same where both corners were read
const MAY_BE_TWIN = 0.12; // The share of the other black suit: soft clubs look like spades
const SURE_OF_OTHER = 0.97; // That an open suit is the other one, since the card of this one lies there too
const NEAR = 0.75; // In sizes of an index
const VARIED = [0.92, 1.09].flatMap((times) => [-0.04, 0.04].map((aside) => ({ times, aside })));

// What stands on a court or an ace in the place of the English letter, by the letters of a deck.
const LETTERS = {
  english: {},
  german: { B: "J", D: "Q" },
  french: { V: "J", D: "Q", R: "K", 1: "A" },
  italian: { F: "J", D: "Q", R: "K" },
  spanish: { S: "J", C: "Q", R: "K" },
};
const NUMBERS = "23456789T";
const JOKER = "X";
const WORD = "X", STAR = "*"; // What stands on jokers
const JOKERS = { C: "XB", D: "XR", H: "XR", S: "XB" }; // By the suit whose ink they have
const OTHER_JOKER = { XB: "XR", XR: "XB" };

// The rank that each of a deck's glyphs stands for.
function ranksIn(letters) {
  const own = LETTERS[letters];
  const replaced = new Set(Object.values(own));
  const ranks = Object.fromEntries([...NUMBERS, "A"].map((glyph) => [glyph, glyph]));
  for (const rank of "JQK") if (!replaced.has(rank)) ranks[rank] = rank;
  return { ...ranks, ...own, [WORD]: JOKER, [STAR]: JOKER };
}

// `among` are the cards that are asked for, null where it may be any: others are read only where they are clear.
export function read(levels, pairs, networks, { letters = "", copies = 1, among = null, progress = () => {} } = {}) {
  const named = judged(levels, pairs, networks, progress);
  const used = letters || lettersOf(named, networks.glyphs);
  const ranks = ranksIn(used);
  const asked = among && new Set(among);
  const readOne = (share) => readingOf(share, networks, ranks, asked);
  holdAgainstPips(levels, named, readOne, networks);
  const all = named.map(readOne);
  const likely = dropOverlaps(all.filter(isLikely));
  const alike = dropOddSizes(likely);
  const clear = weighStars(withoutOrnaments(alike));
  doubtPips(clear);
  const kept = mergeCorners(clear, copies);
  // What only looks like a joker, such as another maker's stars, lies at tables whose decks have none.
  const hasNoJokers = asked && !Object.keys(OTHER_JOKER).some((code) => asked.has(code));
  for (const reading of kept) {
    if (reading.isJoker && hasNoJokers) reading.isDoubtful = true;
    reading.isDoubtful ||= isBetweenSuits(reading) || !isSteady(levels, reading, networks, ranks, leastOf(reading));
  }
  if (copies === 1) {
    const isOfRank = (reading) => isSteady(levels, { ...reading, isHeld: true }, networks, ranks);
    for (const reading of kept.filter(({ isDoubtful }) => isDoubtful).filter(isOfRank)) settleByTwin(reading, kept);
  }
  const readings = asked ? withLast(kept, all, asked) : kept;
  return { letters: used, readings: readings.map(({ codes, ...reading }) => reading) };
}

// Shares of every glyph (none is the last) and suit, for the pairs that the gate lets through.
function judged(levels, pairs, networks, progress) {
  const found = said(levels, pairs, networks, progress);
  const usual = usualRedOf(found, networks.suits);
  return found.map(({ redness, ...each }) => ({ ...each, ...weighInk(each.suits, networks.suits, redness, usual) }));
}

function said(levels, pairs, { gate, judge, level, glyphs }, progress) {
  const half = new Float32Array(sizeOf(HALF)), whole = new Float32Array(sizeOf(WHOLE));
  const found = [];
  pairs.forEach((pair, i) => {
    if (i % 64 === 0) progress(i / pairs.length);
    cut(levels, pair, HALF, half);
    if (gate.run(half)[0] < level) return;
    cut(levels, pair, WHOLE, whole);
    const out = judge.run(whole);
    const shares = softmax(out.subarray(0, glyphs.length + 1));
    if (shares[glyphs.length] >= 0.9) return;
    const suits = softmax(out.subarray(glyphs.length + 1));
    found.push({ pair, shares, suits, redness: rednessOf(whole, WHOLE) });
  });
  progress(1);
  return found;
}

// How red the ink of this photo's red suits is, the middle one's; 0 where there are too few.
function usualRedOf(found, suits) {
  const isRed = (each) => each.shares.at(-1) < 0.1 && redOf(each.suits, suits) > SURELY_OF_INK;
  const reds = found.filter(isRed).map(({ redness }) => redness).sort((a, b) => a - b);
  return reds.length < ENOUGH_REDS ? 0 : reds[reds.length >> 1];
}

const redOf = (shares, suits) => shares.reduce((sum, share, i) => (BLACK_SUITS.includes(suits[i]) ? sum : sum + share), 0);

// Red ink is no black suit's, whatever it looks like; ink a little red that looks like one is in doubt, unless the photo's
// red suits, as red as `usual`, are far redder. Exported for its tests.
export function weighInk(shares, suits, redness, usual = 0) {
  if (redness <= RED) return { suits: shares };
  const sum = redOf(shares, suits);
  if (redness < SURELY_RED && 1 - sum > MAY_BE_BLACK) {
    const isBlack = 1 - sum > SURELY_OF_INK && redness < BESIDE_RED * usual;
    return { suits: shares, isInkOpen: !isBlack };
  }
  const red = shares.map((share, i) => (BLACK_SUITS.includes(suits[i]) ? 0 : share));
  return { suits: red.map((share) => share / (sum || 1)) };
}

// What is open of the suits of likely readings is settled by their cards' own pips, if these say something. Corners of one
// card that say different suits leave them open. Where the only pip of an ace stands, nobody knows which way it does.
function holdAgainstPips(levels, named, readingOf, { judge, glyphs }) {
  const readings = named.map((each) => ({ each, reading: readingOf(each) })).filter(({ reading }) => isLikely(reading));
  const places = dropOverlaps(readings.map(({ reading }) => reading));
  const told = new Map(readings.map(({ each, reading }) => [reading, each.suits]));
  const pips = new Pips(levels, places);
  const suitsIn = (cut) => softmax(judge.run(cut).subarray(glyphs.length + 1));
  for (const { each, reading } of readings) {
    if (Math.max(...each.suits) >= OPEN || reading.isJoker || reading.code[0] === "A") continue;
    const ofRank = reading.sure / Math.max(...each.suits);
    const place = places.find((other) => isNear(other, reading));
    const corner = pips.cornerOf(place);
    const isContradicted = Boolean(corner) && corner.code !== reading.code;
    const suits = isContradicted ? meanOf(each.suits, told.get(corner)) : each.suits;
    const held = heldAgainst(suits, pips.suitsOf(place, suitsIn), NUMBERS.includes(reading.code[0]), isContradicted);
    const isUnsure = ofRank < SURE_OF_RANK && Math.max(...held) > 0.5;
    if (held !== suits && !isUnsure) Object.assign(each, { suits: held, isHeld: true });
    else each.suits = suits;
  }
}

const meanOf = (one, other) => one.map((share, i) => (share + other[i]) / 2);

// Whether a black index may well be of the other black suit, and no pip has said which. Exported for its tests.
export function isBetweenSuits({ code, codes, isHeld, isJoker }) {
  if (isHeld || isJoker || !isBlack(code)) return false;
  return codes.some((other) => isTwin(other.code, code) && other.share > MAY_BE_TWIN);
}

// How much of a reading cuts that differ a little have to say: nothing of a sure one, less where the other corner says it.
function leastOf({ sure, opposite, isJoker }) {
  if (sure >= STEADY || isJoker) return 0;
  if (!opposite) return SURE;
  return sure < SURE_OF_CORNERS ? LEAST_OF_CORNERS : 0;
}

// Whether cuts that differ a little say so much the same on the whole.
function isSteady(levels, { code, pair, isHeld }, { judge, glyphs, suits }, ranks, least = SURE) {
  if (!least) return true;
  const whole = new Float32Array(sizeOf(WHOLE));
  const shares = VARIED.map((how) => {
    cut(levels, varied(pair, how), WHOLE, whole);
    const said = judge.run(whole);
    const ofGlyphs = softmax(said.subarray(0, glyphs.length + 1)), ofSuits = softmax(said.subarray(glyphs.length + 1));
    const rank = ofGlyphs.reduce((sum, share, i) => (ranks[glyphs[i]] === code[0] ? sum + share : sum), 0);
    return isHeld ? rank : rank * ofSuits[suits.indexOf(code[1])];
  });
  return shares.reduce((a, b) => a + b, 0) >= least * shares.length;
}

// Where there is one of each card, two of one rank and colour have both its suits: what the light does to one it does to the
// other, so that the odds of both together say more. Exported for its tests.
export function settleByTwin(reading, kept) {
  const { code, codes, isDoubtful, isJoker, isPrinted, isInkOpen } = reading;
  if (!isDoubtful || isJoker || isPrinted || isInkOpen) return;
  const twin = kept.find((other) => !other.isDoubtful && isTwin(other.code, code) && !mayBeCorners(other, reading));
  if (!twin) return;
  const share = (each, of) => each.codes.find((one) => one.code === of).share;
  const asRead = share(reading, code) * share(twin, twin.code), turned = share(reading, twin.code) * share(twin, code);
  const sure = asRead / (asRead + turned);
  const ofRank = codes.reduce((sum, each) => (each.code[0] === code[0] ? sum + each.share : sum), 0);
  if (ofRank < SURE_OF_RANK || sure < SURE_OF_OTHER) return;
  Object.assign(reading, { sure: sure * ofRank, isDoubtful: false, others: [] });
}

const mayBeCorners = (one, other) => isOneCard(one, other) || isOneCard(other, one) || mayBeOneCard(one, other);
const isBlack = (code) => BLACK_SUITS.includes(code[1]);
const isTwin = (one, other) => one !== other && one[0] === other[0] && isBlack(one) === isBlack(other);

// What is in doubt is so no longer where another look at the same place says the same card without a doubt. What only that
// look sees is no card. Exported for its tests.
export function settleBySecondLook(readings, others) {
  for (const reading of readings.filter(({ isDoubtful }) => isDoubtful)) {
    const isSame = (other) => !other.isDoubtful && other.code === reading.code && isNear(other, reading);
    const clear = others.find(isSame);
    if (clear) Object.assign(reading, clear);
  }
}

function varied({ rx, ry, sx, sy }, { times, aside }) {
  const [x, y] = [(rx + sx) / 2, (ry + sy) / 2];
  const [dx, dy] = [((sx - rx) / 2) * times, ((sy - ry) / 2) * times];
  const [right, down] = [-2 * dy * aside, 2 * dx * aside];
  return { rx: x - dx + right, ry: y - dy + down, sx: x + dx + right, sy: y + dy + down };
}

function softmax(values) {
  const most = Math.max(...values);
  const powers = Array.from(values, (value) => Math.exp(value - most));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}

// The letters that explain what was found best; English where nothing tells.
function lettersOf(named, glyphs) {
  const clear = named.filter(({ shares }) => shares[glyphs.length] < 0.3);
  const fit = (letters) => {
    const ranks = ranksIn(letters);
    const shareOf = ({ shares }) => Math.max(...shares.slice(0, -1).map((share, i) => (glyphs[i] in ranks ? share : 0)));
    return clear.reduce((sum, each) => sum + Math.log(shareOf(each) + 0.02), 0);
  };
  return Object.keys(LETTERS).reduce((best, letters) => (fit(letters) > fit(best) + 0.5 ? letters : best));
}

function readingOf({ pair, shares, suits, isHeld = false, isInkOpen = false }, networks, ranks, asked) {
  const looks = codesOf(shares, suits, networks, ranks);
  const [{ code, share }, ...codes] = asked ? weighed(looks, asked) : looks;
  const isClear = code === looks[0].code && looks[0].share >= LEAST_SURE_BY_LOOKS;
  const others = codes.slice(0, 3).filter((other) => other.share > 0.02).map((other) => other.code);
  const { rx, ry, sx, sy } = pair;
  const size = Math.hypot(rx - sx, ry - sy);
  const [word, star] = [WORD, STAR].map((sign) => shares[networks.glyphs.indexOf(sign)]);
  const isStar = code in OTHER_JOKER && star > word;
  const across = size * (isStar ? JOKER_ACROSS.star : JOKER_ACROSS.word);
  const isJoker = code in OTHER_JOKER;
  return {
    code,
    sure: share,
    isDoubtful: share < SURE || !isClear || isInkOpen,
    others,
    codes: looks,
    pair,
    x: (rx + sx) / 2,
    y: (ry + sy) / 2,
    size,
    isJoker,
    isStar,
    isHeld,
    isInkOpen,
    across,
  };
}

function isLikely(reading) {
  if (!reading.isJoker) return reading.sure >= LEAST_SURE;
  return reading.sure >= LEAST_SURE_OF_JOKER && (reading.isStar || !reading.pair.ofLongerWord);
}

// Every card's code with its share, greatest first.
function codesOf(shares, suits, networks, ranks) {
  const sums = new Map();
  shares.slice(0, -1).forEach((share, g) => {
    const rank = ranks[networks.glyphs[g]];
    if (!rank) return;
    suits.forEach((suit, s) => {
      const code = rank === JOKER ? JOKERS[networks.suits[s]] : rank + networks.suits[s];
      sums.set(code, (sums.get(code) ?? 0) + share * suit);
    });
  });
  return [...sums].map(([code, share]) => ({ code, share })).sort((a, b) => b.share - a.share);
}

// The same with cards that are not asked for less likely.
function weighed(codes, asked) {
  const likely = codes.map(({ code, share }) => ({ code, share: asked.has(code) ? share : share * OUTSIDER }));
  const sum = (some) => some.reduce((total, { share }) => total + share, 0);
  const whole = 1 - sum(codes) + sum(likely);
  return likely.map(({ code, share }) => ({ code, share: share / whole })).sort((a, b) => b.share - a.share);
}

// With the one card that is left of those asked for, if anything else looks a little like it. It is in doubt.
function withLast(kept, all, asked) {
  const codes = new Set(kept.map(({ code }) => code));
  const left = [...asked].filter((code) => !codes.has(code));
  const [last] = left;
  if (left.length !== 1 || last in OTHER_JOKER) return kept;
  const mayBeOne = (one, other) => isNear(one, other) || isOneCard(one, other) || isOneCard(other, one);
  let best = null;
  for (const reading of all) {
    const sure = reading.codes.find(({ code }) => code === last)?.share ?? 0;
    const isElsewhere = !kept.some((other) => mayBeOne(other, reading));
    if (isElsewhere && sure >= (best?.sure ?? LEAST_SURE_OF_LAST)) best = { ...reading, sure };
  }
  if (!best) return kept;
  const others = [best.code].filter((code) => code !== last);
  return dropOddSizes([...kept, { ...best, code: last, others, isDoubtful: true, isJoker: false, isStar: false }]);
}

// One reading a place, the surest.
function dropOverlaps(readings) {
  const kept = [];
  for (const reading of [...readings].sort((a, b) => a.isDoubtful - b.isDoubtful || b.sure - a.sure)) {
    if (!kept.some((other) => isNear(other, reading))) kept.push(reading);
  }
  return kept;
}

// Two indices of a tight fan stand as close as readings of one, but have no rank or suit in the same place. Exported for its
// tests.
export function isNear(one, other) {
  const size = Math.max(one.size, other.size);
  return Math.hypot(one.x - other.x, one.y - other.y) < NEAR * size && sharesSign(one, other);
}

// None that is far larger or smaller than the others.
function dropOddSizes(readings) {
  const clear = readings.filter((reading) => reading.sure > 0.9 && !reading.isJoker);
  const sizes = clear.map(({ size }) => size).sort((a, b) => a - b);
  if (sizes.length < 3) return readings;
  const usual = sizes[sizes.length >> 1];
  return readings.filter((reading) => {
    const [least, most] = reading.isJoker ? [0.3, 2.5] : [0.5, 2];
    return reading.size > least * usual && reading.size < most * usual;
  });
}

// The round letters of a word look like stars, and stand close together. A joker has one more in another corner: a star by
// itself has to be clear, and to lie on no other card, whose picture it may be. Exported for its tests.
export function weighStars(readings) {
  const stars = readings.filter(({ isStar }) => isStar);
  const cards = readings.filter(({ isJoker }) => !isJoker);
  return readings.filter((one) => {
    if (!one.isStar) {
      one.isDoubtful ||= one.isJoker && one.sure < SURE_OF_WORD;
      return true;
    }
    const sizes = stars.filter((other) => other !== one).map(({ x, y }) => Math.hypot(x - one.x, y - one.y) / one.size);
    const isAlone = !sizes.some((far) => far > 3 && far < JOKER_ACROSS.star);
    if (isAlone && (one.sure < SURE_OF_STAR || cards.some((card) => mayBeInside(card, one)))) one.isDoubtful = true;
    return !sizes.some((far) => far < 3);
  });
}

// So many of each card as there can be; the two corners of one card are one, with the `opposite` one's place.
function mergeCorners(readings, copies) {
  const kept = [];
  for (const reading of readings) {
    const same = kept.filter(({ code }) => code === reading.code);
    if (same.some((other) => isOneCard(other, reading))) continue;
    const opposite = readings.find((other) => other !== reading && other.code === reading.code && isOneCard(reading, other));
    if (opposite) reading.opposite = { x: opposite.x, y: opposite.y };
    if (!reading.isJoker && !opposite && same.some((other) => mayBeOneCard(other, reading))) reading.isDoubtful = true;
    if (same.length < copies) kept.push(reading);
    else if (reading.isJoker) addOtherJoker(kept, reading, same, copies);
  }
  return kept;
}

// Both jokers of some decks have the same ink: which is which is then in doubt.
function addOtherJoker(kept, reading, same, copies) {
  const code = OTHER_JOKER[reading.code];
  if (kept.filter((other) => other.code === code).length >= copies) return;
  for (const doubtful of [...same, reading]) doubtful.isDoubtful = true;
  kept.push({ ...reading, code, others: [reading.code] });
}
