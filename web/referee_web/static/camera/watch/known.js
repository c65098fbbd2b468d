// Cards that everybody knows to lie on the table: those that were entered, and those that the referee has there. They are
// no news while they stay where they are. Of two decks each card may be known twice.

import { CARDS } from "./asked.js";

const OPEN_HAND = 5; // So many cards in rows, where each seat lays a single one, are a hand laid open
const NEXT = 9.5; // Sizes of an index: two cards of a row are no farther apart
const BESIDE = 4; // Sizes of an index: a card so near to one of an open hand belongs to it
const MOVED = 6; // Sizes of its index: a card that lies so far from where it was is played anew

export class KnownCards {
  #known = []; // { code, at }: where it lay when it was entered, if it was seen there
  #open = []; // Of these those of hands that lie open, such as Bridge's dummy
  #cards = new Set(); // Of the cards on the table those that are known

  // These cards were entered as they lie there now.
  add(codes, cards) {
    this.#match(cards);
    for (const code of codes) {
      const at = cards.find((card) => card.code === code && !this.#cards.has(card));
      if (at) this.#cards.add(at);
      this.#known.push({ code, at });
    }
  }

  // The table was heard of: cards that lie there and could be entered before, and cannot any more, were entered on a phone,
  // but for `ours`: codes that the camera entered.
  addEntered(before, cards, view, deck, ours = []) {
    const now = askedIn(view.prompts, deck), mine = counted(ours);
    const news = this.newsOf(cards, view, deck).map(({ code }) => code);
    for (const [code, count] of counted(news)) {
      const entered = Math.min(count, (before.get(code) ?? 0) - (now.get(code) ?? 0) - (mine.get(code) ?? 0));
      if (entered > 0) this.add(Array(entered).fill(code), cards);
    }
  }

  // What lies there when the page begins to look was entered before, if the referee has it on the table.
  addLying(cards, { zones }) {
    this.#match(cards);
    this.#addOf(zones.filter((zone) => !isHand(zone)).flatMap((zone) => zone.cards ?? []), cards);
  }

  // The camera was moved: they lie at other places in the picture.
  findAnew() {
    for (const each of this.#known) each.at = undefined;
  }

  get codes() {
    return this.#known.map(({ code }) => code);
  }

  has(card) {
    return this.#cards.has(card);
  }

  // The codes of the cards that may lie on the table.
  possible({ prompts, zones }, deck) {
    return [...new Set([...askedIn(prompts, deck).keys(), ...this.codes, ...zones.flatMap(({ cards }) => cards ?? [])])];
  }

  // Of the cards on the table those that are news. A card that is gone is forgotten once it is asked for again, or is in
  // somebody's hand, from where it may be shown; one that is asked for may be played from its owner's row.
  newsOf(cards, { prompts, zones }, deck) {
    const askedFor = askedIn(prompts, deck);
    const held = new Set(zones.filter(isHand).flatMap((zone) => zone.cards ?? []));
    this.#match(cards, askedFor, held);
    const lying = zones.filter((zone) => !isHand(zone));
    this.#addOf(lying.flatMap(({ owner, cards }) => (cards ?? []).filter((code) => !owner || !askedFor.has(code))), cards);
    return cards.filter((card) => !this.#cards.has(card));
  }

  // Where each seat lays a single card, the cards of an open hand are no news until they are played out of it.
  addOpenHands(news, { prompts }) {
    const asksOneEach = ({ optional, fields }) => !optional && fields.some(({ type }) => type === "card_by_seat");
    if (!prompts.some(asksOneEach)) return;
    for (const row of rowsOf(news)) {
      const isOpen = row.length >= OPEN_HAND;
      for (const card of row.filter((each) => isOpen || this.isInOpenHand(each))) {
        const known = { code: card.code, at: card };
        this.#cards.add(card);
        this.#known.push(known);
        this.#open.push(known);
      }
    }
  }

  // Whether this lies where an open hand does.
  isInOpenHand({ x, y, size }) {
    this.#open = this.#open.filter((each) => this.#known.includes(each));
    return this.#open.some(({ at }) => at && Math.hypot(at.x - x, at.y - y) < BESIDE * (size || at.size));
  }

  // As many of these codes as lie there and are not known yet.
  #addOf(codes, cards) {
    for (const [code, count] of counted(codes)) {
      const lying = cards.filter((card) => card.code === code && !this.#cards.has(card));
      const missing = count - this.codes.filter((each) => each === code).length;
      if (missing > 0) this.add(lying.slice(0, missing).map((card) => card.code), cards);
    }
  }

  #match(cards, askedFor = new Map(), held = new Set()) {
    this.#cards = new Set();
    this.#known = this.#known.filter((each) => this.#stays(each, cards, askedFor, held));
  }

  #stays(known, cards, askedFor, held) {
    const { code, at } = known;
    const away = (card) => (at ? Math.hypot(placeOf(card).x - placeOf(at).x, placeOf(card).y - placeOf(at).y) : 0);
    const [card] = cards.filter((each) => each.code === code && !this.#cards.has(each)).sort((a, b) => away(a) - away(b));
    const isGone = !card || away(card) > MOVED * card.size || (!at && held.has(code));
    if (isGone && (askedFor.has(code) || held.has(code))) return false;
    if (card) this.#cards.add(card);
    known.at ??= card;
    return true;
  }
}

// Of a card that is covered in part the other corner may be read.
const placeOf = (card) => card.middle ?? card;

const isHand = ({ name }) => name === "hand"; // So every game calls the cards that somebody holds

// The cards that may be entered now, each with how many of it. Where any may be, it is the deck.
export function askedIn(prompts, deck) {
  const asked = new Map();
  for (const { type, max, choices } of prompts.flatMap(({ fields }) => fields)) {
    if (!CARDS.includes(type) || max === 0) continue;
    const codes = choices?.length ? choices : deck;
    for (const [code, count] of counted(codes)) asked.set(code, Math.max(count, asked.get(code) ?? 0));
  }
  return asked;
}

// Cards that lie beside each other and the same way, or upside down.
function rowsOf(cards) {
  const left = new Set(cards), rows = [];
  for (const first of cards) {
    if (!left.delete(first)) continue;
    const row = [first];
    for (const card of row) {
      const beside = [...left].filter((other) => isBeside(card, other));
      for (const other of beside) left.delete(other);
      row.push(...beside);
    }
    rows.push(row);
  }
  return rows;
}

function isBeside(one, other) {
  const direction = ({ pair }) => Math.atan2(pair.sy - pair.ry, pair.sx - pair.rx);
  const isAlong = Math.abs(Math.cos(direction(one) - direction(other))) > 0.8;
  return isAlong && Math.hypot(one.middle.x - other.middle.x, one.middle.y - other.middle.y) < NEXT * one.size;
}

function counted(codes) {
  const counts = new Map();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}

// The cards of these entries.
export const codesIn = (entries) => entries.flatMap(({ data }) => cardsOf(data));

function cardsOf(value) {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(cardsOf) : [];
}
