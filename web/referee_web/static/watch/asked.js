// What the cards on the table answer of that which is asked for: the entry that they make, or what is still missing.
// Nothing here knows a game: prompts say which cards they want, and places in the picture say whose those are.

const CARDS = ["card", "cards", "card_by_seat", "cards_by_seat"];

// `prompts` are those of the view, `cards` those that lie on the table and were not entered, `seatOf` names the seat that
// a card lies before. Returns { prompt, entries, isSure, waitsFor, wrong }, or null where no prompt can be seen.
// `entries` are { kind, seat, data } once all is there, else null; `isSure` that there can be no more cards to them;
// `waitsFor` are the seats without a card, and `wrong` the cards that cannot be, each with why.
export function answered(prompts, cards, seatOf) {
  const asked = prompts.filter((prompt) => !prompt.optional && prompt.fields.length && prompt.fields.every(canBeSeen));
  const [first] = asked;
  if (!first) return null;
  const same = asked.filter(({ kind }) => kind === first.kind);
  return first.own ? ownOf(same, cards, seatOf) : tablesOf(first, cards, seatOf);
}

// Of the cards on the table those that were not entered: what lies where everybody knows it is no news, nor is what was
// entered, until it is dealt again. Forgets what of `entered` (a set of codes) is gone from the table and asked for again.
export function newsOf(cards, { prompts, zones }, entered) {
  const lying = new Set(cards.map(({ code }) => code));
  const askedFor = new Set(prompts.flatMap(({ fields }) => fields.flatMap(({ choices }) => choices ?? [])));
  for (const code of entered) if (!lying.has(code) && askedFor.has(code)) entered.delete(code);
  const known = new Set(zones.flatMap(({ cards: there }) => there ?? []).filter((code) => !askedFor.has(code)));
  return cards.filter(({ code }) => !entered.has(code) && !known.has(code));
}

// The codes of the cards that may lie on the table: those that a prompt takes, that were entered, or that everybody knows
// there. Null where it may be any.
export function possible({ prompts, zones }, entered) {
  const fields = prompts.flatMap(cardFields);
  if (!fields.length || fields.some(({ choices }) => !choices?.length)) return null;
  return [...new Set([...fields.flatMap(({ choices }) => choices), ...entered, ...zones.flatMap(({ cards }) => cards ?? [])])];
}

const canBeSeen = (field) => CARDS.includes(field.type) || field.optional;
const cardFields = (prompt) => prompt.fields.filter((field) => CARDS.includes(field.type));

// Each asked seat's own cards, all at once.
function ownOf(prompts, cards, seatOf) {
  const [prompt] = prompts;
  const [field] = cardFields(prompt);
  const seats = [...new Set(prompts.flatMap((each) => each.seats))];
  const { fitting, wrong } = sorted(field, cards);
  const lying = seats.map((seat) => [seat, fitting.filter((card) => seatOf(card) === seat)]);
  const waitsFor = lying.filter(([, own]) => !enough(field, own.length)).map(([seat]) => seat);
  const tooMany = lying.some(([, own]) => own.length > mostOf(field));
  const entries = lying.map(([seat, own]) => ({ kind: prompt.kind, seat, data: { [field.name]: valueOf(field, own) } }));
  return result(prompt, waitsFor.length || tooMany ? null : entries, isExact(field), waitsFor, wrong);
}

function tablesOf(prompt, cards, seatOf) {
  const [field] = cardFields(prompt);
  const { fitting, wrong } = sorted(field, cards);
  if (field.type.endsWith("_by_seat")) return bySeat(prompt, field, fitting, wrong, seatOf);
  const isFull = enough(field, fitting.length) && fitting.length <= mostOf(field);
  const seat = prompt.seats.length === 1 ? prompt.seats[0] : null;
  const entry = { kind: prompt.kind, seat, data: { [field.name]: valueOf(field, fitting) } };
  return result(prompt, isFull ? [entry] : null, isExact(field), [], wrong);
}

function bySeat(prompt, field, fitting, wrong, seatOf) {
  const seats = field.seats?.length ? field.seats : prompt.seats;
  const lying = seats.map((seat) => [seat, fitting.filter((card) => seatOf(card) === seat)]);
  const waitsFor = lying.filter(([, own]) => !enough(field, own.length)).map(([seat]) => seat);
  const tooMany = lying.some(([, own]) => own.length > mostOf(field));
  const data = { [field.name]: Object.fromEntries(lying.map(([seat, own]) => [seat, valueOf(field, own)])) };
  const isFull = !waitsFor.length && !tooMany;
  return result(prompt, isFull ? [{ kind: prompt.kind, seat: null, data }] : null, isExact(field), waitsFor, wrong);
}

const result = (prompt, entries, isSure, waitsFor, wrong) => ({ prompt, entries: wrong.length ? null : entries, isSure, waitsFor, wrong });

// Cards that the field takes; what it does not take, and what is in doubt, somebody has to look at.
function sorted(field, cards) {
  const taken = new Set(field.choices ?? []);
  const fitting = [], wrong = [];
  for (const card of cards) {
    if (card.isDoubtful) wrong.push({ card, why: "doubtful" });
    else if (taken.size && !taken.has(card.code)) wrong.push({ card, why: "impossible" });
    else if (card.isKnown) fitting.push(card);
  }
  return { fitting: fitting.sort((a, b) => a.x - b.x), wrong };
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
