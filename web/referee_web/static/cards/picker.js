// Picking cards: each card is in one place only, a full place leads on to the next, the button says how many are
// picked, and picks survive a reload. The same forms work without this script, a little less comfortably.
//
// This is where the parts of it are put together: who hears what, in which order.

import { restoreDraft, saveDraft } from "./drafts.js";
import {
  beginGroup, cardsIn, giveIds, groupsIn, noteOrder, partOf, pickedIn, placeOf, placesHere, placesIn,
  setOpenPlace, typedIn, typingOf, uncover,
} from "./places.js";
import { drawPicked, dropRefusal, openFirst, untell } from "./tabs.js";
import { noteTap } from "./last_card.js";
import {
  noteAnswer, openStaying, putAtThumb, showRefusal, showRuling, showRulingOrNext, turnTo, unfold,
} from "./form_in_use.js";
import { askFirst, forgetSure, showCount } from "./still_missing.js";
import { isBegun } from "../live/kept_forms.js";
import { dropNextTap, isByKey, whenLifted } from "../live/touch_hold.js";
import {
  ALERT, all, ASIDE, CARD, CLEAR, copyGrids, FIELD, FOLDED, GO, isFilled, isPick, isUncopied, LEFT_OUT, LIKE, main, NAME,
  PICKER, PROMPTS, SELDOM, signOf, standing, TYPED,
} from "../dom.js";
import { load } from "../on_demand.js";
import { entryAnswered, entryRefused, entryTaken, pageRedrawn, placeChanged, rulingCame } from "../events.js";

const PICKED = "[data-picked]";
const RENAMES = "[data-renames]";
const SEAT = "[data-by-seat]";
const NEW_GROUP = "[data-new-group]";
const REPLACES = 'input[name="replaces"]';
const PILES = `${PICKER}:not([data-one])`;

// What reads keys and typed cards is fetched where there is a keyboard, and elsewhere with the first typing.

const keyboard = matchMedia("(hover: hover) and (pointer: fine)");
let typing = null;

async function readKeys() {
  typing ??= await load("cards/typing.js");
  for (const form of all(PROMPTS)) placesIn(form).forEach((place) => typing?.prepare(place));
}

function beginReadingKeys(event) {
  const { target, key } = event;
  if (typing || !target.closest(PROMPTS)) return;
  const read = readKeys();
  if (key !== "Enter" || !target.matches(TYPED)) return;
  // What keys do is not known yet: the browser would send a form of which only the first place is filled in.
  event.preventDefault();
  read.then(() => pressAgain(standing(target), event));
}

function pressAgain(target, event) {
  if (!target) return;
  if (typing) target.dispatchEvent(new KeyboardEvent("keydown", event));
  else target.form.requestSubmit(target.form.querySelector(GO));
}

// What draws the pads and hears their taps is fetched with the first place that is open.

let pads = null;

const needsPads = () => !pads && all(PICKER).some((place) => !place.closest(FOLDED));

async function readPads() {
  if (!needsPads()) return;
  pads = await load("cards/pad.js");
  begin();
}

// A page or a form that is new

function begin() {
  pads?.restoreAsked();
  copyGrids(main);
  for (const form of all(PROMPTS)) {
    if (isUncopied(form)) continue;
    placesIn(form).forEach(giveIds);
    restoreDraft(form, restored);
    placesIn(form).forEach(prepare);
    openFirst(form);
    update(form);
    // What was taken back stands there again: it is a draft from then on.
    if ("carried" in form.dataset || form.querySelector(REPLACES)) saveDraft(form);
  }
  for (const hint of all(SENDS_FORM)) hint.hidden = false;
  openStaying();
  putAtThumb();
  typing?.readyToType();
}

function restored(pick) {
  const place = placeOf(pick);
  for (const what of [LEFT_OUT, SELDOM]) pick.closest(what)?.setAttribute("open", "");
  if (place) noteOrder(place);
}

function prepare(place) {
  // A tap on a picked card takes it back, even where only one can be picked.
  for (const input of cardsIn(place)) input.type = "checkbox";
  if (typedIn(place)) typingOf(place).open = true;
  typing?.prepare(place);
}

// A form that changes

function update(form) {
  placesIn(form).forEach(noteOrder);
  pads?.drawPads(form);
  form.toggleAttribute("data-begun", isBegun(form));
  showChosen(form);
  drawPicked(form);
  showCount(form);
}

function showChosen(form) {
  for (const place of all(PICKED, form)) {
    place.textContent = pickedIn(place.closest("details")).map(signOf).join(" ");
  }
}

function take(input, form) {
  forgetSure(form);
  uncover(form, partOf(input));
  if (input.matches(CARD)) {
    replacePick(input);
    dropRefusal(form);
  }
  dropError(input);
  exclude(input, form);
  if (input.matches(TYPED)) typing?.showMeant(placeOf(input) || form);
  if (input.matches(RENAMES)) rename(input);
  update(form);
  saveDraft(form);
}

function replacePick(input) {
  const place = placeOf(input);
  if (!input.checked || place.dataset.most !== "1") return;
  for (const other of pickedIn(place)) if (other !== input) other.checked = false;
}

// What was wrong with a field was said of what stood there before.
function dropError(input) {
  const field = input.closest(FIELD);
  field?.removeAttribute("data-wrong");
  for (const error of field ? all(`:scope > ${ALERT}`, field) : []) error.remove();
}

// Cards, or none: whoever says one takes the other back.
function exclude(input, form) {
  const [what, ...whose] = input.name.split("=");
  const none = form.elements[["none", ...whose].join("=")];
  if (!none || !isFilled(input)) return;
  if (what !== "none") none.checked = false;
  else for (const place of placesIn(form)) if (place.parentElement.contains(none)) empty(place);
}

function empty(place) {
  for (const input of pickedIn(place)) input.checked = false;
  place.querySelector(TYPED).value = "";
}

function rename(input) {
  const seat = input.closest(SEAT);
  const name = input.value.trim() || input.placeholder;
  seat.querySelector(NAME).textContent = name;
  seat.querySelector(PICKER).dataset.label = name;
}

function clear(form) {
  placesHere(form).forEach(empty);
  for (const input of all("input:not([type=hidden]), select", form)) if (!placeOf(input)) reset(input);
  setOpenPlace(form, placesHere(form)[0]?.id ?? "");
  openFirst(form);
  update(form);
  saveDraft(form);
}

function reset(input) {
  if (isPick(input)) input.checked = input.defaultChecked;
  else if (input.tagName === "SELECT") for (const option of input.options) option.selected = option.defaultSelected;
  else {
    input.value = input.defaultValue;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

// Where a choice is all that is left to say, the tap on it sends the form; keys go through the choices first.
const SENDS_FORM = "[data-sends-form]";

function sendAtOnce(choice) {
  const go = choice.form?.querySelector(GO);
  // The draft is kept first: the choice counts as made only after its click.
  const isLast = go && !go.disabled && choice.closest("fieldset").querySelector(SENDS_FORM);
  if (isLast) setTimeout(() => choice.form.requestSubmit(go));
}

// Cards are sent in the order in which they were picked, with a stroke between groups.
function putInOrder(form, formData) {
  for (const place of all(PILES, form)) {
    const groups = groupsIn(place);
    if (!groups.length) continue;
    const { name } = groups[0][0];
    formData.delete(name);
    groups.forEach((group, at) => {
      if (at > 0) formData.append(name, "/");
      for (const { value } of group) formData.append(name, value);
    });
  }
}

// Who hears what

main.addEventListener("keydown", beginReadingKeys);
main.addEventListener("focusin", (event) => event.target.matches(TYPED) && beginReadingKeys(event));
main.addEventListener("formdata", ({ target, formData }) => putInOrder(target, formData));
main.addEventListener("submit", askFirst, true);
main.addEventListener("input", ({ target }) => {
  const form = target.closest(PROMPTS);
  if (form) take(target, form);
});

main.addEventListener("click", (event) => {
  pads?.hearTap(event);
  const { target } = event;
  const button = target.closest(NEW_GROUP);
  if (button) {
    beginGroup(document.getElementById(button.dataset.newGroup));
    update(button.closest("form"));
  }
  const cleared = target.closest(CLEAR)?.form;
  if (cleared) {
    clear(cleared);
    dropNextTap();
    if (isByKey(event)) typing?.toCards(cleared);
  }
  if (target.matches('input[type="radio"]') && target.value && !isByKey(event)) sendAtOnce(target);
  if (target.matches(CARD) && !isByKey(event)) noteTap(target);
  // What is unfolded has its cards before it is brought into sight.
  if (target.closest(`${ASIDE} > summary`)?.parentElement.querySelector(LIKE)) setTimeout(begin);
  unfold(target, (form) => isByKey(event) && typing?.toCards(form));
  turnTo(target);
});
// What was told stands until the next tap.
main.addEventListener("click", ({ target }) => {
  const form = target.closest(PROMPTS);
  if (!form) return;
  untell(form);
  if (!target.closest(GO)) forgetSure(form);
}, true);
// A finger's touch brings the focus before its click: what it touches must not move in between.
main.addEventListener("focusin", ({ target }) => whenLifted(() => turnTo(target)));

placeChanged.on(({ target, detail }) => {
  update(target);
  saveDraft(target);
  if (detail.byKey) typing?.toCards(target);
});
entryAnswered.on(({ detail: { form, ok } }) => noteAnswer(form, ok));
rulingCame.on(showRuling);
entryTaken.on(showRulingOrNext);
entryRefused.on(showRefusal);
pageRedrawn.on(begin);
pageRedrawn.on(readPads);
main.addEventListener("toggle", ({ target }) => {
  if (target.open && target.querySelector(LIKE)) begin();
  readPads();
}, true);
addEventListener("pageshow", begin);

if (needsPads()) await readPads();
else begin();
if (keyboard.matches) readKeys().then(() => typing?.readyToType());
