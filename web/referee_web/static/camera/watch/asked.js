// What the cards on the table answer of that which is asked for: the entry that they make, or what is still missing.
// Nothing here knows a game: prompts say which cards they want, and places in the picture say whose those are.

export const CARDS = ["card", "cards", "card_by_seat", "cards_by_seat"];
const LEADS_BY_MS = 500; // A card that lies there so much longer than the leader's may have been led
const SURELY_READ = 0.9; // A card that cannot be there is told of where it is so sure; else it is none

// `prompts` are those of the view, `cards` the new ones on the table, `unread` places that hold a card which nobody can
// read, `seating` says before whom each lies. Returns null where no prompt can be seen, else:
// - `prompt`, or all `prompts` where each seat has its own; `entries`: { kind, seat, data } once all is there, else null;
// - `isSure`: there can be no more cards to them; `isSecret`: no card may be marked yet;
// - `waitsFor`: seats without enough cards; `tooMany`: those with more than are asked for, or all where it is the table's;
// - `isUnclear`: nobody can tell whose cards they are; `wrong`: what somebody has to look at, each with why;
// - `whoLed`: { field, due, first, seats } where the card of `first` came down before that of whoever was `due` to lead;
// - `decides`: people have to say that the entries are all: that everybody has decided, or, where it `isPart` of what is
//   waited for, that nobody else shows cards.
export function answered(prompts, cards, unread, seating) {
  const asked = prompts.filter(isAsked);
  const seen = asked.filter(isSeen);
  const [first] = seen;
  if (!first) return decided(asked, cards, seating);
  const beside = seating.places.length ? seen.find((prompt) => prompt !== first && isTables(prompt)) : null;
  const onTable = beside ? seating.onTable(cards) : [];
  const ofTable = beside && tablesOf(beside, onTable);
  if (ofTable?.entries) return withDoubts(ofTable, onTable, [], seating);
  return withDoubts(ofFirst(seen, cards.filter((card) => !onTable.includes(card)), seating), cards, unread, seating);
}

// What people have to enter on a phone while the camera waits for cards: nothing of it can be seen.
export const enteredElsewhere = (prompts) => prompts.filter((prompt) => !prompt.optional && !isSeen(prompt));

const isAsked = (prompt) => !prompt.optional && prompt.fields.length > 0;
const isOfCards = ({ type }) => CARDS.includes(type);

// A prompt for cards, all of which may be meant for one field: nobody sees which of two a card is for.
function isSeen({ fields }) {
  const needed = fields.filter(({ optional }) => !optional);
  return fields.some(isOfCards) && needed.length < 2 && needed.every(isOfCards);
}

const mainOf = ({ fields }) => fields.find(({ optional }) => !optional) ?? fields.find(isOfCards);
const isBySeat = ({ type }) => type.endsWith("_by_seat");
const isTables = (prompt) => !prompt.own && !isBySeat(mainOf(prompt));

const takes = (field, { code }) => mostOf(field) > 0 && (!field.choices?.length || field.choices.includes(code));
const isClear = (card) => card.isKnown && !card.isDoubtful;

function ofFirst(seen, cards, seating) {
  const [first] = seen;
  const clear = cards.filter(isClear);
  if (first.own) return ownOf(seen.filter(({ kind }) => kind === first.kind), clear, seating);
  return isTables(first) ? tablesOf(first, seating.onTable(cards)) : ofSeats(first, clear, seating);
}

// Which of these cards is for which field, the main one before the others: a map.
function sortByField(prompt, cards) {
  const main = mainOf(prompt);
  const fields = [main, ...prompt.fields.filter((field) => field !== main && isOfCards(field))];
  const byField = new Map([[main, []]]);
  for (const card of [...cards].sort((a, b) => a.x - b.x)) {
    const field = fields.find((each) => takes(each, card));
    if (field) byField.set(field, [...(byField.get(field) ?? []), card]);
  }
  return byField;
}

const fits = (prompt, card) => prompt.fields.some((field) => isOfCards(field) && takes(field, card));
const lacks = (byField) => [...byField].some(([field, cards]) => cards.length < leastOf(field));
const hasTooMany = (byField) => [...byField].some(([field, cards]) => cards.length > mostOf(field));
const dataOf = (byField) => Object.fromEntries([...byField].map(([field, cards]) => [field.name, valueOf(field, cards)]));

// Each asked seat's own cards, all at once.
function ownOf(prompts, cards, seating) {
  const promptOf = new Map(prompts.flatMap((prompt) => prompt.seats.map((seat) => [seat, prompt])));
  const seats = [...promptOf.keys()];
  const [prompt] = prompts;
  const own = seats.length === 1
    ? new Map([[seats[0], cards.filter((card) => !prompt.secret || seating.nearest(card) === seats[0])]])
    : cardsBy(seats, cards.filter((card) => prompts.some((each) => fits(each, card))), isOne(mainOf(prompt)), seating);
  if (!own) return { prompt, prompts, seats, entries: null, isUnclear: true, waitsFor: [], tooMany: [] };
  const bySeat = new Map(seats.map((seat) => [seat, sortByField(promptOf.get(seat), own.get(seat))]));
  const waitsFor = seats.filter((seat) => lacks(bySeat.get(seat)));
  const tooMany = seats.filter((seat) => hasTooMany(bySeat.get(seat)));
  const hasFitting = (seat) => own.get(seat).every((card) => fits(promptOf.get(seat), card));
  const isFitting = seats.length === 1 || seats.every(hasFitting);
  const entries = seats.map((seat) => ({ kind: prompt.kind, seat, data: dataOf(bySeat.get(seat)) }));
  const isFull = !waitsFor.length && !tooMany.length && isFitting;
  return { prompt, prompts, seats, entries: isFull ? entries : null, isSure: prompts.every(isExact), waitsFor, tooMany };
}

function tablesOf(prompt, cards) {
  const byField = sortByField(prompt, cards.filter(isClear));
  const tooMany = hasTooMany(byField) ? prompt.seats : [];
  const isFull = !lacks(byField) && !hasTooMany(byField);
  const seat = prompt.seats.length === 1 ? prompt.seats[0] : null;
  const entries = [{ kind: prompt.kind, seat, data: dataOf(byField) }];
  return { prompt, seats: [], entries: isFull ? entries : null, isSure: isExact(prompt), waitsFor: [], tooMany };
}

function ofSeats(prompt, cards, seating) {
  const field = mainOf(prompt);
  const seats = field.seats?.length ? field.seats : prompt.seats;
  const own = cardsBy(seats, cards.filter((card) => takes(field, card)), isOne(field), seating);
  if (!own) return { prompt, seats, entries: null, isUnclear: true, waitsFor: [], tooMany: [] };
  const count = (seat) => own.get(seat).length;
  const waitsFor = seats.filter((seat) => count(seat) < leastOf(field));
  const tooMany = seats.filter((seat) => count(seat) > mostOf(field));
  const shown = seats.filter(count);
  const data = { [field.name]: Object.fromEntries(shown.map((seat) => [seat, valueOf(field, own.get(seat))])) };
  // Of hands it may be that some are not shown: those of others are all, if somebody says so.
  const isPart = field.some && !isOne(field) && waitsFor.length > 0 && shown.length > 0 && !waitsFor.some(count);
  const isFull = !tooMany.length && (!waitsFor.length || isPart);
  const entries = isFull ? [{ kind: prompt.kind, seat: null, data }] : null;
  const whoLed = isFull ? whoLedAmong(prompt, field, own) : null;
  return { prompt, seats, entries, isSure: isExact(prompt), waitsFor, tooMany, isPart, whoLed };
}

// In which order people look at phones says nothing; in which order cards come down says who may have led.
function whoLedAmong(prompt, field, own) {
  const asked = prompt.fields.find(({ leads }) => leads === field.name);
  const sinceOf = (seat) => own.get(seat)?.[0]?.since ?? null;
  if (!asked || sinceOf(asked.default) === null) return null;
  const seen = [...own.keys()].filter((seat) => sinceOf(seat) !== null);
  const first = seen.reduce((best, seat) => (sinceOf(seat) < sinceOf(best) ? seat : best), asked.default);
  if (sinceOf(asked.default) - sinceOf(first) < LEADS_BY_MS) return null;
  return { field: asked.name, due: asked.default, first, seats: asked.choices };
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
  const nothingAmiss = { isSure: true, waitsFor: [], tooMany: [], wrong: [] };
  return { prompt, prompts: [prompt], entries, isSecret: prompt.secret, decides: true, ...nothingAmiss };
}

// What is in doubt is asked for while cards are missing, or where any number may lie there. Of a secret prompt nothing is
// told before everybody has turned a card up. A place that cannot be read may be a card face down: nothing but that place
// is told then, once somebody has turned one up.
function withDoubts(answer, cards, unread, seating) {
  const { prompt, prompts = [prompt], seats } = answer;
  const mayShow = (lying) => !prompt.secret || answer.entries || allShow(mainOf(prompt), seats, lying, seating);
  const isUp = mayShow(cards);
  const areUpButUnread = !isUp && cards.length > 0 && mayShow([...cards, ...unread]);
  const asksForDoubts = !answer.entries || !answer.isSure || answer.isPart;
  let wrong = [];
  if (asksForDoubts && isUp) wrong = doubtsOf(prompts, cards, unread);
  else if (asksForDoubts && areUpButUnread) wrong = doubtsOf(prompts, [], unread);
  const entries = wrong.length ? null : answer.entries;
  const isSecret = !isUp || (prompt.secret && !answer.entries && !wrong.length && !isOne(mainOf(prompt)));
  return { ...answer, prompts, entries, isSecret, wrong, decides: Boolean(answer.isPart && entries) };
}

function doubtsOf(prompts, cards, unread) {
  const choices = new Set(prompts.flatMap(({ fields }) => fields.flatMap((field) => field.choices ?? [])));
  const isOutside = ({ code }) => choices.size > 0 && !choices.has(code);
  const isImpossible = (card) => isClear(card) && card.sure >= SURELY_READ && isOutside(card);
  return [
    ...cards.filter((card) => card.isDoubtful).map((card) => ({ card, why: "doubtful" })),
    ...cards.filter(isImpossible).map((card) => ({ card, why: "impossible" })),
    ...unread.map((card) => ({ card, why: "unread" })),
  ];
}

function allShow(field, seats, cards, seating) {
  const showing = new Set(cards.map((card) => seating.nearest(card)));
  return isOne(field) ? cards.length >= seats.length : seats.every((seat) => showing.has(seat));
}

const isOne = (field) => field.type === "card" || field.type === "card_by_seat";
const leastOf = (field) => (isOne(field) ? 1 : Math.max(1, field.min ?? 1));
const mostOf = (field) => (isOne(field) ? 1 : field.max ?? Infinity);

// Whether it is known how many cards there will be.
function isExact(prompt) {
  const main = mainOf(prompt);
  const hasNoCards = (field) => !isOfCards(field) || mostOf(field) === 0;
  return leastOf(main) === mostOf(main) && prompt.fields.every((field) => field === main || hasNoCards(field));
}

function valueOf(field, cards) {
  const codes = cards.map(({ code }) => code);
  return isOne(field) ? codes[0] : codes;
}
