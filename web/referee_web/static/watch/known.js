// Cards that everybody knows to lie on the table: those that were entered, and those that the referee has there. They are
// no news while they stay where they are.

import { CARDS } from "./asked.js";

const MOVED = 6; // Sizes of its index: a card that lies so far from where it was is played anew

export class KnownCards {
  #at = new Map(); // By code, where it lay when it was entered

  // These cards were entered as they lie there now.
  add(codes, cards) {
    for (const code of codes) this.#at.set(code, cards.find((card) => card.code === code));
  }

  // The camera was moved: they lie at other places in the picture.
  findAnew() {
    for (const code of this.codes) this.#at.set(code, undefined);
  }

  get codes() {
    return [...this.#at.keys()];
  }

  has(code) {
    return this.#at.has(code);
  }

  // The codes of the cards that may lie on the table; null where it may be any.
  possible({ prompts, zones }) {
    const fields = prompts.flatMap((prompt) => prompt.fields.filter(({ type }) => CARDS.includes(type)));
    if (!fields.length || fields.some(({ choices }) => !choices?.length)) return null;
    return [...new Set([...askedIn(prompts), ...this.codes, ...zones.flatMap(({ cards }) => cards ?? [])])];
  }

  // Of the cards on the table those that are news. A card that is gone is forgotten once it is asked for again.
  newsOf(cards, { prompts, zones }) {
    const askedFor = askedIn(prompts);
    const lying = new Map(cards.map((card) => [card.code, card]));
    for (const code of zones.flatMap((zone) => zone.cards ?? [])) if (!this.#at.has(code) && lying.has(code)) this.add([code], cards);
    for (const [code, was] of [...this.#at]) {
      const card = lying.get(code);
      const isGone = !card || (was && Math.hypot(card.x - was.x, card.y - was.y) > MOVED * card.size);
      if (isGone && askedFor.has(code)) this.#at.delete(code);
      else if (card && !was) this.#at.set(code, card);
    }
    return cards.filter(({ code }) => !this.#at.has(code));
  }
}

// The cards that may be entered now.
export const askedIn = (prompts) => new Set(prompts.flatMap(({ fields }) => fields.flatMap(({ choices }) => choices ?? [])));
