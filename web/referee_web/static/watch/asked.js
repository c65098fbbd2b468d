// What the cards on the table answer of that which is asked for: the entry that they make, or what is still missing.
// Nothing here knows a game: prompts say which cards they want, and places in the picture say whose those are.

export const CARDS = ["card", "cards", "card_by_seat", "cards_by_seat"];
const SURELY_READ = 0.9; // A card that cannot be there is told of where it is so sure; else it is none

// `prompts` are those of the view, `cards` the new ones on the table, `unread` places that hold a card which nobody can
// read, `seating` says before whom each lies. Returns { prompt, entries, isSure, isSecret, waitsFor, wrong, decides }, or
// null where no prompt can be seen. `entries` are { kind, seat, data } once all is there, else null; `isSure` that there can
// be no more cards to them; `isSecret` that nothing may be shown yet; `waitsFor` are the seats without a card, `wrong` what
// somebody has to look at, each with why, and `decides` that people have to say that all have decided.
export function answered(prompts, cards, unread, seating) {
  const asked = prompts.filter((prompt) => !prompt.optional && prompt.fields.length);
  const seen = asked.filter((prompt) => prompt.fields.every(canBeSeen));
  const [first] = seen;
  if (!first) return decided(asked, cards, seating);
  const same = seen.filter(({ kind }) => kind === first.kind);
  const found = first.own ? ownOf(same, cards, seating) : tablesOf(first, cards, seating);
  return withDoubts(found, cards, unread);
}

const canBeSeen = (field) => CARDS.includes(field.type) || field.optional;

// The field that these cards are for: of several, as of cards from the hand and cards that lay open, the one that takes all.
function fieldOf(prompt, cards) {
  const fields = prompt.fields.filter((field) => CARDS.includes(field.type));
  const takesAll = (field) => cards.every((card) => takes(field, card));
  return fields.find(takesAll) ?? fields[0];
}

const takes = (field, { code }) => !field.choices?.length || field.choices.includes(code);
const isClear = (card) => card.isKnown && !card.isDoubtful;

// Each asked seat's own cards, all at once.
function ownOf(prompts, cards, seating) {
  const fieldBy = new Map(prompts.flatMap((prompt) => prompt.seats.map((seat) => [seat, fieldOf(prompt, [])])));
  const seats = [...fieldBy.keys()];
  const [prompt] = prompts;
  if (seats.length === 1) {
    const field = fieldOf(prompt, cards.filter(isClear));
    const own = cards.filter((card) => isClear(card) && takes(field, card) && (!prompt.secret || seating.nearest(card) === seats[0]));
    return entriesOf(prompt, new Map([[seats[0], own]]), new Map([[seats[0], field]]));
  }
  const fitting = cards.filter((card) => isClear(card) && [...fieldBy.values()].some((field) => takes(field, card)));
  return entriesOf(prompt, cardsBy(seats, fitting, isOne(fieldBy.get(seats[0])), seating), fieldBy);
}

function entriesOf(prompt, own, fields) {
  if (!own) return { prompt, entries: null, isUnclear: true, waitsFor: [] };
  const lacks = ([seat, cards]) => !enough(fields.get(seat), cards.length);
  const waitsFor = [...own].filter(lacks).map(([seat]) => seat);
  const isRight = [...own].every(([seat, cards]) => cards.length <= mostOf(fields.get(seat)) && cards.every((card) => takes(fields.get(seat), card)));
  const entry = ([seat, cards]) => ({ kind: prompt.kind, seat, data: { [fields.get(seat).name]: valueOf(fields.get(seat), cards) } });
  const isSure = [...fields.values()].every(isExact);
  return { prompt, entries: waitsFor.length || !isRight ? null : [...own].map(entry), isSure, waitsFor };
}

function tablesOf(prompt, cards, seating) {
  const clear = cards.filter(isClear);
  const field = fieldOf(prompt, clear);
  const fitting = clear.filter((card) => takes(field, card)).sort((a, b) => a.x - b.x);
  if (field.type.endsWith("_by_seat")) return bySeat(prompt, field, fitting, seating);
  const lying = seating.onTable(fitting);
  const isFull = enough(field, lying.length) && lying.length <= mostOf(field);
  const seat = prompt.seats.length === 1 ? prompt.seats[0] : null;
  const entry = { kind: prompt.kind, seat, data: { [field.name]: valueOf(field, lying) } };
  return { prompt, entries: isFull ? [entry] : null, isSure: isExact(field), waitsFor: [], isWaiting: !isFull };
}

function bySeat(prompt, field, cards, seating) {
  const seats = field.seats?.length ? field.seats : prompt.seats;
  const own = cardsBy(seats, cards, isOne(field), seating);
  if (!own) return { prompt, entries: null, isUnclear: true, waitsFor: [] };
  const waitsFor = seats.filter((seat) => !enough(field, own.get(seat).length));
  const isRight = [...own.values()].every((each) => each.length <= mostOf(field));
  const data = { [field.name]: Object.fromEntries([...own].map(([seat, each]) => [seat, valueOf(field, each)])) };
  return { prompt, entries: waitsFor.length || !isRight ? null : [{ kind: prompt.kind, seat: null, data }], isSure: isExact(field), waitsFor };
}

// The cards before each of these seats, from left to right; null where that is not clear.
function cardsBy(seats, cards, isOneEach, seating) {
  const own = new Map(seats.map((seat) => [seat, []]));
  if (isOneEach && cards.length <= seats.length) {
    const order = seating.oneEach(cards, seats);
    for (const [seat, card] of order ?? []) own.get(seat).push(card);
    return order && own;
  }
  for (const card of [...cards].sort((a, b) => a.x - b.x)) own.get(seating.nearest(card))?.push(card);
  return own;
}

// Bid or pass: what lies revealed decides it, once people say that all have decided.
function decided(asked, cards, seating) {
  const prompt = asked.find(({ own, fields }) => own && fields.length === 1 && fields[0].type === "flag");
  if (!prompt) return null;
  const seats = [...new Set(asked.filter(({ kind }) => kind === prompt.kind).flatMap((each) => each.seats))];
  const has = new Set(cards.map((card) => seating.nearest(card)));
  const entries = seats.map((seat) => ({ kind: prompt.kind, seat, data: { [prompt.fields[0].name]: has.has(seat) } }));
  return { prompt, entries, isSure: true, isSecret: prompt.secret, decides: true, waitsFor: [], wrong: [] };
}

// What is in doubt is asked for while cards are missing, or where any number may lie there. Of a secret prompt nothing is
// told before everybody has turned a card up.
function withDoubts(found, cards, unread) {
  const { prompt } = found;
  const choices = new Set(prompt.fields.flatMap((field) => field.choices ?? []));
  const wrong = [];
  for (const card of cards) {
    if (card.isDoubtful) wrong.push({ card, why: "doubtful" });
    else if (card.isKnown && choices.size && !choices.has(card.code) && card.sure >= SURELY_READ) wrong.push({ card, why: "impossible" });
  }
  for (const card of unread) wrong.push({ card, why: "unread" });
  const blocks = !found.entries || !found.isSure;
  const isSecret = prompt.secret && !found.entries && cards.length + unread.length < prompt.seats.length;
  const told = blocks && !isSecret ? wrong : [];
  return { ...found, entries: told.length ? null : found.entries, isSecret: prompt.secret && !found.entries && !told.length, wrong: told, decides: false };
}

const isOne = (field) => field.type === "card" || field.type === "card_by_seat";
const leastOf = (field) => (isOne(field) ? 1 : Math.max(1, field.min ?? 1));
const mostOf = (field) => (isOne(field) ? 1 : field.max ?? Infinity);
const enough = (field, n) => n >= leastOf(field);
const isExact = (field) => leastOf(field) === mostOf(field);

function valueOf(field, cards) {
  const codes = cards.map(({ code }) => code);
  return isOne(field) ? codes[0] : codes;
}
