// What a photo's pairs are: the gate passes over most, the judge names the rest, and of several readings of one card
// the best is kept. A reading: `code` (QH, TS), `sure` from 0 to 1, where the index is (`x`, `y`, `size`, in pixels of
// the picture), the cut-out's pair, and `others`: codes that it may be instead, likeliest first.

import { cut, HALF, sizeOf, WHOLE } from "./crops.js";

export const SURE = 0.7;
const DOUBTFUL = 0.35; // Below this it is no reading at all

// What stands on a court or an ace in the place of the English letter, by the letters of a deck.
export const LETTERS = {
  english: {},
  german: { B: "J", D: "Q" },
  french: { V: "J", D: "Q", R: "K", 1: "A" },
  italian: { F: "J", D: "Q", R: "K" },
  spanish: { S: "J", C: "Q", R: "K" },
};
const NUMBERS = "23456789T";

// The rank that each of a deck's glyphs stands for.
function ranksIn(letters) {
  const own = LETTERS[letters];
  const replaced = new Set(Object.values(own));
  const ranks = Object.fromEntries([...NUMBERS, "A"].map((glyph) => [glyph, glyph]));
  for (const rank of "JQK") if (!replaced.has(rank)) ranks[rank] = rank;
  return { ...ranks, ...own };
}

export function read(levels, pairs, networks, { letters = "", copies = 1, progress = () => {} } = {}) {
  const named = judged(levels, pairs, networks, progress);
  const used = letters || lettersOf(named, networks.glyphs);
  const ranks = ranksIn(used);
  const readings = named.map((each) => readingOf(each, networks, ranks)).filter(({ sure }) => sure >= DOUBTFUL);
  return { letters: used, readings: each(alike(apart(readings)), copies) };
}

// Shares of every glyph (none is the last) and suit, for the pairs that the gate lets through.
function judged(levels, pairs, { gate, judge, level, glyphs, suits }, progress) {
  const half = new Float32Array(sizeOf(HALF)), whole = new Float32Array(sizeOf(WHOLE));
  const found = [];
  pairs.forEach((pair, i) => {
    if (i % 64 === 0) progress(i / pairs.length);
    cut(levels, pair, HALF, half);
    if (gate.run(half)[0] < level) return;
    cut(levels, pair, WHOLE, whole);
    const said = judge.run(whole);
    const shares = softmax(said.subarray(0, glyphs.length + 1));
    if (shares[glyphs.length] < 0.9) found.push({ pair, shares, suits: softmax(said.subarray(glyphs.length + 1)) });
  });
  progress(1);
  return found;
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

function readingOf({ pair, shares, suits }, networks, ranks) {
  const codes = [];
  shares.slice(0, -1).forEach((share, g) => {
    const rank = ranks[networks.glyphs[g]];
    if (rank) suits.forEach((suit, s) => codes.push({ code: rank + networks.suits[s], share: share * suit }));
  });
  codes.sort((a, b) => b.share - a.share);
  const [{ code, share }] = codes;
  const others = codes.slice(1, 4).filter((other) => other.share > 0.02).map((other) => other.code);
  const { rx, ry, sx, sy } = pair;
  return { code, sure: share, others, pair, x: (rx + sx) / 2, y: (ry + sy) / 2, size: Math.hypot(rx - sx, ry - sy) };
}

// One reading a place, the surest, and none far larger or smaller than the others.
function apart(readings) {
  const kept = [];
  for (const reading of [...readings].sort((a, b) => b.sure - a.sure)) {
    const near = ({ x, y, size }) => Math.hypot(x - reading.x, y - reading.y) < 0.75 * Math.max(size, reading.size);
    if (!kept.some(near)) kept.push(reading);
  }
  return kept;
}

function alike(readings) {
  const sizes = readings.filter(({ sure }) => sure > 0.9).map(({ size }) => size).sort((a, b) => a - b);
  if (sizes.length < 3) return readings;
  const usual = sizes[sizes.length >> 1];
  return readings.filter(({ size }) => size > 0.5 * usual && size < 2 * usual);
}

// So many of each card as there can be; the two corners of one card are one.
function each(readings, copies) {
  const kept = [];
  for (const reading of readings) {
    const same = kept.filter(({ code }) => code === reading.code);
    if (same.length < copies && !same.some((other) => isOneCard(other, reading))) kept.push(reading);
  }
  return kept;
}

// The other corner of a card stands upside down, right and below: about 37 degrees off its index's own direction.
function isOneCard(one, other) {
  const down = direction(one.pair), up = direction(other.pair);
  if (Math.cos(down - up) > -0.85) return false;
  const dx = other.x - one.x, dy = other.y - one.y;
  const lengths = Math.hypot(dx, dy) / one.size;
  if (lengths < 2.5 || lengths > 18) return false;
  return Math.cos(Math.atan2(dy, dx) - down + 0.65) > 0.9;
}

const direction = ({ rx, ry, sx, sy }) => Math.atan2(sy - ry, sx - rx);
