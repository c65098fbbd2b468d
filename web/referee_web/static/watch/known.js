// Cards that everybody knows to lie on the table: those that were entered, and those that the referee has there. They are
// no news while they stay where they are. Of two decks each card may be known twice.

import { CARDS } from "./asked.js";

const MOVED = 6; // Sizes of its index: a card that lies so far from where it was is played anew

export class KnownCards {
  #known = []; // { code, at }: where it lay when it was entered, if it was seen there
  #cards = new Set(); // Of the cards on the table those that are known

  // These cards were entered as they lie there now.
  add(codes, cards) {
    this.#match(cards, new Map());
    for (const code of codes) {
      const at = cards.find((card) => card.code === code && !this.#cards.has(card));
      if (at) this.#cards.add(at);
      this.#known.push({ code, at });
    }
  }

  // The table was heard of: cards that lie there and could be entered before, and cannot any more, were entered on a phone.
  addEntered(before, cards, view, deck) {
    const now = askedIn(view.prompts, deck);
    const news = this.newsOf(cards, view, deck).map(({ code }) => code);
    for (const [code, count] of counted(news)) {
      const entered = Math.min(count, (before.get(code) ?? 0) - (now.get(code) ?? 0));
      if (entered > 0) this.add(Array(entered).fill(code), cards);
    }
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

  // Of the cards on the table those that are news. A card that is gone is forgotten once it is asked for again.
  newsOf(cards, { prompts, zones }, deck) {
    const askedFor = askedIn(prompts, deck);
    this.#match(cards, askedFor);
    for (const [code, count] of counted(zones.flatMap((zone) => zone.cards ?? []))) {
      const lying = cards.filter((card) => card.code === code && !this.#cards.has(card));
      const missing = count - this.codes.filter((each) => each === code).length;
      if (missing > 0) this.add(lying.slice(0, missing).map((card) => card.code), cards);
    }
    return cards.filter((card) => !this.#cards.has(card));
  }

  #match(cards, askedFor) {
    this.#cards = new Set();
    this.#known = this.#known.filter((each) => this.#stays(each, cards, askedFor));
  }

  #stays(known, cards, askedFor) {
    const { code, at } = known;
    const away = (card) => (at ? Math.hypot(card.x - at.x, card.y - at.y) : 0);
    const [card] = cards.filter((each) => each.code === code && !this.#cards.has(each)).sort((a, b) => away(a) - away(b));
    const isGone = !card || away(card) > MOVED * card.size;
    if (isGone && askedFor.has(code)) return false;
    if (card) this.#cards.add(card);
    known.at ??= card;
    return true;
  }
}

// The cards that may be entered now, each with how many of it. Where any may be, it is the deck.
export function askedIn(prompts, deck) {
  const asked = new Map();
  for (const { type, max, choices } of prompts.flatMap(({ fields }) => fields)) {
    if (!CARDS.includes(type) || max === 0) continue;
    for (const [code, count] of counted(choices?.length ? choices : deck)) asked.set(code, Math.max(count, asked.get(code) ?? 0));
  }
  return asked;
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
