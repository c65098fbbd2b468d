// Picking cards: each card is in one place only, a full place leads on to the next, the button says how many are
// picked, and picks survive a reload. The same forms work without this script, a little less comfortably.

import { restoreDraft, saveDraft } from "../forms/drafts.js";
import { beginGroup, cardsIn, copyGrids, giveIds, groupsIn, isEmpty, openPart, order, partOf, pickedIn, placeOf, placesHere, placesIn, typedIn, typingOf, uncover } from "./places.js";
import { bringUp, drawPicked, dropRefusal, openFirst, tell, untell } from "./tabs.js";
import { drawPads } from "./pad.js";
import { isByKey, whenLifted } from "../live/touch_hold.js";
import { all, ASIDE, DISPUTE, FORMS, GO, isOpen, LEFT_OUT, main, PROMPTS, RULINGS, SELDOM, signOf, SUMMARY } from "../dom.js";
import { entryAnswered, entryRefused, entryTaken, pageRedrawn, placeChanged, rulingCame } from "../events.js";
import { load } from "../on_demand.js";
import { count, say } from "../messages.js";
import "../photo/button.js";

const forms = () => all(PROMPTS);

// What reads keys and typed cards is fetched where there is a keyboard, and elsewhere with the first typing.

const keyboard = matchMedia("(hover: hover) and (pointer: fine)");
let typing = null;

async function readKeys() {
  typing ??= await load("cards/typing.js");
  for (const form of forms()) placesIn(form).forEach((place) => typing?.prepare(place));
}

function beginReadingKeys(event) {
  const { target, key } = event;
  if (typing || !target.closest(PROMPTS)) return;
  const read = readKeys();
  if (key !== "Enter" || !target.matches("[data-typed]")) return;
  // What keys do is not known yet: the browser would send a form of which only the first place is filled in.
  event.preventDefault();
  read.then(() => pressAgain(standing(target), event));
}

function pressAgain(target, event) {
  if (!target) return;
  if (typing) target.dispatchEvent(new KeyboardEvent("keydown", event));
  else target.form.requestSubmit(target.form.querySelector(GO));
}

main.addEventListener("keydown", beginReadingKeys);
main.addEventListener("focusin", (event) => event.target.matches("[data-typed]") && beginReadingKeys(event));

main.addEventListener("formdata", (event) => {
  for (const place of all("[data-picker]:not([data-one])", event.target)) {
    const picked = order(place);
    if (!picked.length) continue;
    event.formData.delete(picked[0].name);
    for (const input of picked) {
      if ("begins" in input.dataset) event.formData.append(input.name, "/");
      event.formData.append(input.name, input.value);
    }
  }
});

// What the button says

const CARDS = '[data-type="cards"], [data-type="card_groups"], [data-type="card_by_seat"], [data-type="cards_by_seat"]';

function countOf(form) {
  const parts = partsOf(form);
  if (parts.length) return say("{n} of {all}", { n: parts.filter(isPartDone).length, all: parts.length });
  const fields = all(CARDS, form).filter((field) => !("optional" in field.dataset) || pickedIn(field).length);
  if (!fields.length || typedIn(form)) return "";
  return fields.length > 1 ? countCards(pickedIn(form).length) : countIn(fields[0]);
}

function countIn(field) {
  if (field.dataset.type === "cards") return ofCards(pickedIn(field).length, field.dataset.min, field.dataset.max);
  if (field.dataset.type === "card_groups") return ofGroups(groupsIn(field.querySelector("[data-picker]")));
  const seats = placesIn(field);
  if (seats.length < 2 && seats[0].dataset.most !== "1") return "";
  const n = seats.filter((seat) => pickedIn(seat).length).length;
  const { some } = field.dataset;
  return n < some ? ofCards(n, some) : say("{n} of {all}", { n, all: seats.length });
}

const ofGroups = ({ length }) => (length ? count("{n} group", "{n} groups", length) : "");
const countCards = (n) => count("{n} card", "{n} cards", n);

function ofCards(n, least, most) {
  if (most !== undefined && n > Number(most)) return say("{n}: too many", { n });
  if (least !== undefined && least === most) return say("{n} of {all}", { n, all: most });
  if (least > 1 && n < Number(least)) return say("{n} of at least {least}", { n, least });
  if (!n && least > 0) return "";
  return countCards(n);
}

// What is still to be filled in before this can be sent at all: the first such field.

const inputsOf = (field) => all("input, select", field).filter((input) => input.name && !placeOf(input));
// The choice that takes a choice back has no value.
const isFilled = (input) => (/^(checkbox|radio)$/.test(input.type) ? input.checked && input.value !== "" : Boolean(input.value.trim()));
const isBlank = (field) => placesIn(field).every(isEmpty) && !inputsOf(field).some(isFilled);

// Of the parts of a form for several seats, those that somebody has begun.
function missingIn(form) {
  const [fields, parts] = [all("[data-field]", form), partsOf(form)];
  const begun = parts.filter((part) => !isPartBlank(part));
  if (parts.length && !begun.length) return fields.find((field) => partOf(field) === openPart(form));
  return (parts.length ? begun.flat() : fields).find(isMissing);
}

// The parts of a form for several seats, each with its fields.
export function partsOf(form) {
  const fields = all("[data-of]", form);
  return [...new Set(fields.map(partOf))].map((part) => fields.filter((field) => partOf(field) === part));
}

export const isPartBlank = (part) => part.every(isBlank);
export const isPartDone = (part) => !isPartBlank(part) && !part.some(isMissing);

function isMissing(field) {
  const { optional, unless } = field.dataset;
  if (optional !== undefined) return false;
  const others = unless ? unless.split(" ") : [];
  const named = (name) => field.form.querySelector(`[data-field="${name}"]`);
  // Of numbers a part will do then.
  const mayBeShort = isBlank(field) || field.dataset.type === "numbers_by_seat";
  if (mayBeShort && others.some((name) => named(name) && !isBlank(named(name)))) return false;
  return placesIn(field).length ? lacksCards(field) : lacksWords(field);
}

function lacksCards(field) {
  const { type, min = 0, some } = field.dataset;
  const places = placesIn(field);
  const isShort = (place) => pickedIn(place).length > 0 && !typedIn(place) && groupsIn(place).some((group) => group.length < Number(min));
  if (places.some(isShort)) return true;
  if (type === "cards" && !Number(min)) return false;
  return places.filter(isEmpty).length > (some === undefined ? 0 : places.length - (some || 1));
}

function lacksWords(field) {
  const { type, min, some } = field.dataset;
  const inputs = inputsOf(field);
  const least = { seats: Number(min || 0), order: Number(min || 1), numbers_by_seat: some === undefined ? inputs.length : 1 }[type] ?? 1;
  return inputs.filter(isFilled).length < Math.min(least, inputs.length);
}

const labelOfField = (field) => field.querySelector("legend").firstChild.textContent.trim();

// Of cards how many there are: what they are called stands over them, and in the name of the button.
function missingSaid(field) {
  if (partOf(field) !== undefined) return countOf(field.form);
  if (!placesIn(field).length) return labelOfField(field);
  if (field.dataset.type === "card") return say("{n} of {all}", { n: 0, all: 1 });
  return countIn(field) || countCards(pickedIn(field).length);
}

// Cards are asked for, though there may be none, and none are picked: that is meant only by whoever says so twice. Of a
// field whose cards the game only suggests this is asked where no other card is picked either.
function emptyField(form) {
  if (!form.matches("[data-send]")) return undefined;
  const fields = all('[data-type="cards"]:not([data-optional], [data-max="0"])', form).filter(isBare);
  return isBare(form) ? fields[0] : fields.find((field) => !field.querySelector("[data-suggests]"));
}

const isBare = (element) => !pickedIn(element).length && !typedIn(element);

function showCount(form) {
  const place = form.querySelector("[data-count]");
  const missing = missingIn(form);
  const said = missing ? missingSaid(missing) : isBare(form) && emptyField(form) ? say("no cards") : countOf(form);
  if (place) place.textContent = said ? ` (${said})` : "";
  const button = place?.parentElement;
  button?.classList.toggle("not-yet", Boolean(missing));
  if (missing) button?.setAttribute("aria-label", `${button.textContent} ${labelOfField(missing)}`);
  else button?.removeAttribute("aria-label");
}

main.addEventListener("submit", (event) => {
  const form = event.target;
  const isSure = "sure" in form.dataset;
  delete form.dataset.sure;
  const field = emptyField(form);
  if (isSure || !field || !form.matches(PROMPTS) || missingIn(form)) return;
  event.preventDefault();
  event.stopPropagation();
  form.dataset.sure = "";
  tell(form, say("{what}: none? Tap once more.", { what: labelOfField(field) }));
}, true);

function showChosen(form) {
  for (const place of all("[data-picked]", form)) {
    place.textContent = pickedIn(place.closest("details")).map((input) => signOf(input).textContent).join(" ");
  }
}

// Putting it together

function restored(pick) {
  const place = pick.closest("[data-picker]");
  for (const folded of [LEFT_OUT, SELDOM].map((what) => pick.closest(what))) if (folded) folded.open = true;
  if (place) order(place);
}

function update(form) {
  drawPads(form);
  showChosen(form);
  drawPicked(form);
  showCount(form);
}

function prepare(place) {
  // A tap on a picked card takes it back, even where only one can be picked.
  for (const input of cardsIn(place)) input.type = "checkbox";
  if (typedIn(place)) typingOf(place).open = true;
  typing?.prepare(place);
}

function begin() {
  copyGrids(main);
  for (const form of forms()) {
    placesIn(form).forEach(giveIds);
    restoreDraft(form, restored);
    placesIn(form).forEach(prepare);
    openFirst(form);
    update(form);
    if ("carried" in form.dataset) saveDraft(form);
  }
  stick();
  if (typing) readyToType();
}

function readyToType() {
  const opened = main.querySelector(`dialog[open] ${PROMPTS}`);
  if (opened) return opened.contains(document.activeElement) || typing.toCards(opened);
  if (main.querySelector(DISPUTE)) return;
  const wrong = main.querySelector(`${FORMS} [role=alert]`)?.closest("form");
  typing?.readyToType(wrong || forms().find(isOpen));
}

function replacePick(input) {
  const place = input.closest("[data-picker]");
  if (!input.checked || place.dataset.most !== "1") return;
  for (const other of pickedIn(place)) if (other !== input) other.checked = false;
}

main.addEventListener("input", (event) => {
  const form = event.target.closest(PROMPTS);
  if (!form) return;
  delete form.dataset.sure;
  uncover(form, partOf(event.target));
  if (event.target.matches("[data-card]")) {
    replacePick(event.target);
    dropRefusal(form);
  }
  if (event.target.matches("[data-typed]")) typing?.showMeant(event.target.closest("[data-picker]") || form);
  if (event.target.matches("[data-renames]")) rename(event.target);
  update(form);
  saveDraft(form);
});

function rename(input) {
  const seat = input.closest("[data-by-seat]");
  const name = input.value.trim() || input.placeholder;
  seat.querySelector("[data-name]").textContent = name;
  seat.querySelector("[data-picker]").dataset.label = name;
}

main.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-new-group]");
  if (!button) return;
  beginGroup(document.getElementById(button.dataset.newGroup));
  update(button.closest("form"));
});

function clear(form) {
  for (const place of placesHere(form)) {
    for (const input of pickedIn(place)) input.checked = false;
    place.querySelector("[data-typed]").value = "";
  }
  form.dataset.place = placesHere(form)[0]?.id ?? "";
  openFirst(form);
  update(form);
  saveDraft(form);
}

main.addEventListener("click", (event) => {
  const form = event.target.closest("[data-clear]")?.form;
  if (!form) return;
  clear(form);
  if (isByKey(event)) typing?.toCards(form);
});

// What was told stands until the next tap.
main.addEventListener("click", (event) => {
  const form = event.target.closest(PROMPTS);
  if (!form) return;
  untell(form);
  if (!event.target.closest(GO)) delete form.dataset.sure;
}, true);
placeChanged.on((event) => {
  update(event.target);
  saveDraft(event.target);
  if (event.detail?.byKey) typing?.toCards(event.target);
});

// After an entry the page scrolls to the next form, unless there is a ruling to read first.

const ruled = () => all(SUMMARY).map((summary) => summary.textContent).join(" ");
let ruledBefore = "";

entryAnswered.on(({ detail: { form, ok } }) => {
  ruledBefore = ruled();
  if (!ok) return;
  document.getElementById(`${form.getAttribute("id")}-aside`)?.removeAttribute("open");
  // The next card may be left out too, and who slaps is entered below.
  for (const folded of all(`${LEFT_OUT}, ${SELDOM}`, form)) folded.open = false;
});

// At a buzzer, whoever is ready to slap sees the ruling below it without scrolling away.
function showRuling() {
  window.scrollTo(0, 0);
  // At the end, the winner stands at the top.
  if ("finished" in main.dataset) return;
  const sentence = main.querySelector(`${RULINGS} ${SUMMARY}`);
  const pad = main.querySelector("[data-buzzer]:not([hidden]) > [data-pad]");
  const isSeen = sentence && sentence.getBoundingClientRect().bottom < innerHeight * 0.9;
  if (!pad || !isSeen) main.querySelector(RULINGS)?.scrollIntoView({ behavior: "instant" });
}

rulingCame.on(showRuling);
entryTaken.on(() => {
  const next = all(FORMS).find(isOpen);
  if (ruled() !== ruledBefore) showRuling();
  else if (next) bringUp(next);
});

// Why it was refused stands with the cards that are to be put right.
entryRefused.on(() => {
  if (inUse?.querySelector("[role=alert]")) bringUp(inUse);
});

// What was tapped, or what news has put in its place since; null where it is gone.
const standing = (tapped) => (tapped.isConnected ? tapped : document.getElementById(tapped.id));

// Cards that may be left out are folded away: whoever opens them sees them.
main.addEventListener("click", ({ target }) => {
  const cards = target.closest(`${LEFT_OUT} > summary`)?.parentElement;
  if (cards) setTimeout(() => standing(cards)?.open && bringUp(standing(cards).closest("form")));
});
main.addEventListener("click", (event) => {
  const aside = event.target.closest(`${ASIDE} > summary`)?.parentElement;
  // Only once it is open does the page have its full length.
  if (aside) setTimeout(() => {
    const now = standing(aside);
    if (now?.open) now.scrollIntoView({ block: "nearest", behavior: "instant" });
    // Not one that is still folded away in what was opened.
    const form = now?.open && now.querySelector(`:scope > ${PROMPTS}`);
    if (!form) return stick();
    turnTo({ target: form });
    if (form.querySelector("[data-picker]")) bringUp(form);
    if (isByKey(event)) typing?.toCards(form);
  });
});

// Only one form has its buttons at the thumb: the one in use, which is the first to begin with.

let current = "";
let inUse = null;

function stick() {
  const found = all(FORMS);
  const seen = found.filter((form) => !form.closest("details:not([open])"));
  inUse = seen.find((form) => form.getAttribute("id") === current) || seen[0];
  for (const form of found) form.classList.toggle("current", form === inUse);
}

function turnTo({ target }) {
  const form = target.closest?.(FORMS);
  if (!form || form === inUse) return;
  current = form.getAttribute("id");
  stick();
}

// A finger's touch brings the focus before its click: what it touches must not move in between.
main.addEventListener("focusin", (event) => whenLifted(() => turnTo(event)));
main.addEventListener("click", turnTo);

pageRedrawn.on(begin);
addEventListener("pageshow", begin);
begin();
if (keyboard.matches) readKeys().then(readyToType);
