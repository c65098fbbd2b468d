// Sees which cards lie on the table: waits until what has changed lies still, and reads only that. What was there before
// the first card is no card, whatever it looks like; once the camera was moved, cards that can be entered are cards.

import { DOWN, middleOf, RIGHT } from "../photo/middle.js";
import { CardsOnTable, isIn } from "./cards_on_table.js";
import { ACROSS, Motion } from "./motion.js";

const MARGIN = 4; // Cells that are read round a place that has changed, so that no index is cut
const ENLARGED = [1, 2, 1.5, 1, 2, 1.5]; // A place is read in so many pictures until two agree, each a little otherwise
const MOST = 1.3e6; // Pixels read at once: more take a second and memory that a phone has not
const LAID = 0.2; // The share of a place that has to differ from the empty table, if something lies there
const [INDEX_LAID, MIDDLE] = [0.5, 2]; // The same of an index, unless its card's middle does, so many sizes of it each way
const SURELY_READ = 0.9; // Of what is so sure any change is enough: on a white cloth a card changes little
const USUAL = 0.012; // An index's size, in widths of the picture
const [WIDE, DIAGONALLY] = [6.8, 0.785]; // A card's width in sizes of an index, and of the way between its indices
const PATIENCE = 15; // Pictures in which somebody may move before the first one is read all the same
const [LEAST_CARD, MOST_CARD] = [0.35, 3]; // What may be a card that nobody can read, in sizes of one

export class Eye {
  #motion = new Motion();
  #table = new CardsOnTable();
  #again = [];
  #unread = [];
  #isFirst = true;
  #wasMoved = false; // And what lies there may be cards that nobody has entered
  #waited = 0;
  #size = null; // Of an index, in the camera's pixels
  #cell = 1; // Pixels of the camera

  wholeTook = 0; // Milliseconds to read the whole picture

  // `read` takes a picture, and whether it is to look longer, and returns the readings in it, or null.
  constructor(read) {
    this.read = read;
  }

  // Whether the table was looked at before anything was laid on it.
  get isReady() {
    return !this.#isFirst;
  }

  get cards() {
    return this.#table.cards;
  }

  // Whether a place is to be read once more at the next look.
  get isReading() {
    return this.#again.length > 0;
  }

  // Where something lies that has a card's size and was not read, with `cut`, a picture of it, and its `middle`.
  get unread() {
    return this.#unread;
  }

  // Looks at the camera's picture as it is now, in which these codes (a set) are expected, so many of each. `isStill`:
  // nothing moves where cards lie, and all that changed was read; `isSettled`: nothing moves at all, and all was read as
  // often as it takes; `isElsewhere`: the camera was moved, and all is looked at anew.
  async look(camera, expected, copies = 1) {
    const now = performance.now();
    this.#table.copies = copies;
    const isResized = this.#cell > 1 && this.#cell !== camera.width / ACROSS;
    this.#cell = camera.width / ACROSS;
    if (isResized) this.begin(true);
    const { still, busy, isElsewhere } = this.#motion.look(await camera.small());
    if (isElsewhere) return this.begin(true), { isStill: false, isSettled: false, isElsewhere };
    const isFirst = this.#isFirst && ((still.length > 0 && !busy.length) || ++this.#waited > PATIENCE);
    if (isFirst) this.#motion.learnGround();
    const places = this.#placesToRead(isFirst, camera, still, busy);
    // All are cut out of one picture.
    const parts = places.map((place) => ({ place, ...partOf(place, camera) }));
    for (const { place, part, picture, scale } of parts) {
      this.#motion.wasReadIn(place, ACROSS);
      const began = performance.now();
      const readings = (await this.read(picture, place.tries > 0)) ?? [];
      if (isFirst) this.wholeTook = performance.now() - began;
      const there = readings.map((each) => placed(each, part, picture, scale));
      if (isFirst) this.#takeFirst(place, there, expected);
      else if (place.isWhole) this.#takeMore(there, expected);
      else this.#take(place, there, camera, place.since ?? now);
    }
    this.#isFirst &&= !isFirst;
    const isOverCard = (box) => this.cards.some((card) => meet(box, cellsOf(cardBox(card), this.#cell)));
    const isStill = !this.#isFirst && !busy.some(isOverCard);
    return { isStill, isSettled: isStill && !busy.length && !this.#again.length, isElsewhere };
  }

  // Somebody says which card this is, one in doubt or a place that was not read; "": it is none.
  name(card, code) {
    this.#unread = this.#unread.filter((each) => each !== card);
    const box = boxRound(card.x, card.y, Math.max(card.size, 2 * this.#cell));
    const look = this.#motion.lookOf(cellsOf(box, this.#cell), ACROSS);
    this.#table.name({ ...card, look }, code, card);
  }

  // All is looked at anew. `wasMoved`: the table is the same, seen from elsewhere.
  begin(wasMoved = false) {
    this.#wasMoved = wasMoved;
    this.#motion.forget();
    this.#table.clear();
    this.#again = [];
    this.#unread = [];
    this.#isFirst = true;
    this.#waited = 0;
  }

  // The whole table at first, then what lies still, or else what is to be read once more.
  #placesToRead(isFirst, camera, still, busy) {
    if (isFirst) return [whole(camera)];
    if (this.#isFirst) return [];
    return still.length ? still : this.#placesAgain(busy);
  }

  // Places that are to be read once more, where nothing moves.
  #placesAgain(busy) {
    const places = this.#again.filter((place) => !busy.some((box) => meet(box, place)));
    this.#again = this.#again.filter((place) => !places.includes(place));
    return places;
  }

  // Cards that lie there already are cards if nothing speaks against it.
  #takeFirst(place, readings, expected) {
    const cards = readings.filter((each) => expected.has(each.code) && mayLie(each));
    const cell = this.#cell;
    for (const card of cards) card.look = this.#motion.lookOf(cellsOf(indexBox(card), cell), ACROSS);
    for (const card of cards) this.#motion.forgetGround(cellsOf(cardBox(card), cell), ACROSS);
    const { isUnsure } = this.#table.replaceIn(pixelsOf(place, cell), cards);
    if (isUnsure && cards.length) this.#again.push({ ...cellsOf(around(cards), cell), tries: 1 });
    if (this.#wasMoved) this.#again.unshift({ ...place, tries: 1, isWhole: true });
  }

  // After the camera was moved the table is read twice: what the first picture did not show well would count as cloth.
  #takeMore(readings, expected) {
    const cell = this.#cell;
    for (const card of readings.filter((each) => expected.has(each.code) && mayLie(each))) {
      const box = cellsOf(cardBox(card), cell);
      card.look = this.#motion.lookOf(cellsOf(indexBox(card), cell), ACROSS);
      this.#motion.forgetGround(box, ACROSS);
      if (this.#table.replaceIn(indexBox(card), [card]).isUnsure) this.#again.push({ ...box, tries: 2 });
    }
  }

  #take(place, readings, camera, since) {
    const cell = this.#cell;
    const box = pixelsOf(place, cell);
    const laid = readings.filter((each) => this.#isLaid(each));
    for (const card of laid) card.look = this.#motion.lookOf(cellsOf(indexBox(card), cell), ACROSS);
    const looksAs = (card) => this.#motion.looksAs(card.look);
    const { isUnsure, isOnce, lost } = this.#table.replaceIn(box, laid, place.seen, looksAs, since, place.covered);
    // The index of a card was covered, or the card is gone: its other corner tells.
    const lastTry = { since, covered: lost, tries: ENLARGED.length - 1 };
    for (const card of lost) this.#again.push({ ...cellsOf(cardBox(card), cell), ...lastTry });
    this.#unread = this.#unread.filter((each) => !isIn(box, each));
    const isEmpty = this.#motion.shareLaid(place, ACROSS) < LAID;
    const tries = (place.tries ?? 0) + 1;
    if (isEmpty && !laid.length) return;
    const again = { ...place, tries, since, seen: [...(place.seen ?? []), ...laid] };
    if (!isUnsure) return isOnce && tries === 1 && this.#again.push(again);
    if (tries < ENLARGED.length) return this.#again.push(again);
    this.#table.doubtIn(box);
    if (!laid.length && this.#mayBeCard(place, cell, camera)) this.#unread.push({ ...unreadIn(box, camera), since });
  }

  // Whether the table was otherwise there before: a print on the cloth beside a card is no card.
  #isLaid(reading) {
    const { middle, size, sure } = reading;
    const share = (box) => this.#motion.shareLaid(cellsOf(box, this.#cell), ACROSS);
    const index = share(indexBox(reading));
    if (index >= INDEX_LAID || (sure >= SURELY_READ && index > 0)) return true;
    return share(boxRound(middle.x, middle.y, MIDDLE * size)) >= LAID;
  }

  // What comes in over the picture's edge is an arm.
  #mayBeCard({ x, y, width, height }, cell, camera) {
    if (x < 1 || y < 1 || x + width > ACROSS - 1 || y + height > Math.round(camera.height / cell) - 1) return false;
    const sizes = this.cards.map(({ size }) => size).sort((a, b) => a - b);
    this.#size = sizes[sizes.length >> 1] ?? this.#size ?? USUAL * ACROSS * cell;
    const card = 4 * DOWN * RIGHT * (this.#size / cell) ** 2;
    return width * height > LEAST_CARD * card && width * height < MOST_CARD * card;
  }
}

// A place given in cells, and a little round it, in the camera's pixels.
function partOf({ x, y, width, height, tries = 0 }, camera) {
  const cell = camera.width / ACROSS;
  const left = Math.max(0, Math.floor((x - MARGIN) * cell)), top = Math.max(0, Math.floor((y - MARGIN) * cell));
  const right = Math.min(camera.width, Math.ceil((x + width + MARGIN) * cell));
  const bottom = Math.min(camera.height, Math.ceil((y + height + MARGIN) * cell));
  const part = { x: left, y: top, width: right - left, height: bottom - top };
  const scale = Math.min(ENLARGED[tries], Math.sqrt(MOST / (part.width * part.height)));
  return { part, scale, picture: camera.part(part, scale) };
}

// A reading in the camera's pixels.
function placed(reading, part, picture, scale) {
  const here = ({ x, y }) => ({ x: part.x + x / scale, y: part.y + y / scale });
  const half = Math.round(reading.size * 2);
  const cut = () => cutOut(picture, reading.x - half, reading.y - half, 2 * half, 2 * half);
  const { x, y, size, opposite } = reading;
  const width = (opposite ? DIAGONALLY * Math.hypot(x - opposite.x, y - opposite.y) : WIDE * size) / scale;
  return { ...reading, ...here(reading), size: size / scale, width, middle: here(middleOf(reading)), cut };
}

function unreadIn({ x, y, width, height }, camera) {
  const left = Math.max(0, Math.floor(x)), top = Math.max(0, Math.floor(y));
  const across = Math.min(camera.width - left, Math.ceil(width));
  const down = Math.min(camera.height - top, Math.ceil(height));
  const picture = camera.part({ x: left, y: top, width: across, height: down }, 1);
  const middle = { x: x + width / 2, y: y + height / 2 };
  const cut = () => cutOut(picture, 0, 0, across, down);
  return { code: "", sure: 0, size: 0, width: Math.min(across, down), ...middle, middle, cut };
}

// A part of a picture, for somebody to look at.
function cutOut(picture, x, y, width, height) {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  canvas.getContext("2d").putImageData(picture, -x, -y);
  return canvas;
}

// Of what nobody saw being laid a pattern on the cloth may look a little like one index.
const mayLie = ({ sure, opposite, isDoubtful }) => !isDoubtful && (sure >= SURELY_READ || Boolean(opposite));

// Boxes, in pixels and in cells

const whole = ({ width, height }) => ({ x: 0, y: 0, width: ACROSS, height: Math.round((ACROSS * height) / width) });
const boxRound = (x, y, half) => ({ x: x - half, y: y - half, width: 2 * half, height: 2 * half });
const indexBox = ({ x, y, size }) => boxRound(x, y, size);
const cardBox = ({ middle, size }) => boxRound(middle.x, middle.y, size * (DOWN + 1.5));

const meetAcross = (one, other) => one.x < other.x + other.width && other.x < one.x + one.width;
const meetDown = (one, other) => one.y < other.y + other.height && other.y < one.y + one.height;
const meet = (one, other) => meetAcross(one, other) && meetDown(one, other);

function around(cards) {
  const boxes = cards.map(cardBox);
  const x = Math.min(...boxes.map((box) => box.x)), y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

// A little more than the place itself: an index at its edge belongs to it.
function pixelsOf({ x, y, width, height }, cell) {
  return { x: (x - 1) * cell, y: (y - 1) * cell, width: (width + 2) * cell, height: (height + 2) * cell };
}

function cellsOf({ x, y, width, height }, cell) {
  const left = Math.max(0, Math.floor(x / cell)), top = Math.max(0, Math.floor(y / cell));
  const right = Math.min(ACROSS, Math.ceil((x + width) / cell)), bottom = Math.ceil((y + height) / cell);
  return { x: left, y: top, width: right - left, height: bottom - top };
}
