// Nothing moves under a finger: a page redrawn between touch and click would lose the tap, or give it to whatever took
// that place.

import { all, GO, SETTLES } from "../dom.js";
import { entryTaken, pageRedrawn } from "../events.js";

// The click comes after the finger lifts, on some phones only once no second tap can follow.
const CLICK_MS = 350;
const toDo = new Set();
const fingers = new Set();
let down = false;
let lifting = 0;

export const isDown = () => down;

// Calls this now, or once the finger is lifted.
export function whenLifted(act) {
  if (down) toDo.add(act);
  else act();
}

function lift() {
  down = false;
  const due = [...toDo];
  toDo.clear();
  for (const act of due) act();
}

// With two thumbs, the second is often down before the click of the first.
function liftIn(milliseconds) {
  clearTimeout(lifting);
  if (!fingers.size) lifting = setTimeout(lift, milliseconds);
}

function end(finger, milliseconds) {
  fingers.delete(finger);
  liftIn(milliseconds);
}

function forget() {
  fingers.clear();
  lift();
}

addEventListener("pointerdown", ({ pointerId, isPrimary }) => {
  // Of earlier fingers the end may never have been told.
  if (isPrimary) fingers.clear();
  fingers.add(pointerId);
  clearTimeout(lifting);
  down = true;
}, true);
addEventListener("pointerup", ({ pointerId }) => end(pointerId, CLICK_MS), true);
addEventListener("pointercancel", ({ pointerId }) => end(pointerId, 0), true);
addEventListener("click", () => liftIn(0), true);
// Where a long press opens a menu, no click follows, and often no event marks its end.
addEventListener("contextmenu", ({ pointerId }) => end(pointerId, 0), true);
addEventListener("blur", forget);

// Whoever taps Enter twice does not mean what stands there the second time: once an entry is in, and once a page has
// come, what takes back rests until no second tap can follow. So does what settles a dispute, once it has come in the
// place of Enter.

const REST_MS = 1000;
let isResting = false;
let waking = 0;

function rest(now) {
  isResting = now;
  all(`[form^="take-back-"], [form="put-back"], ${SETTLES} button`).forEach((button) => { button.disabled = now; });
}

function restAWhile() {
  rest(true);
  clearTimeout(waking);
  waking = setTimeout(rest, REST_MS, false);
}

let couldSettle = false;

pageRedrawn.on(() => {
  const settles = Boolean(document.querySelector(SETTLES));
  if (settles && !couldSettle) restAWhile();
  else rest(isResting);
  couldSettle = settles;
});
entryTaken.on(restAWhile);
restAWhile();

// Nor does a second tap on the same spot mean what has come there since.

const TWICE_MS = 500;
const SAME_SPOT_PX = 40;
let lastDown = null;
let sentFrom = null;
let settling = 0;

addEventListener("pointerdown", ({ clientX, clientY }) => { lastDown = { clientX, clientY }; }, true);
addEventListener("submit", () => { sentFrom = lastDown; }, true);

function settle() {
  document.documentElement.dataset.justEntered = "";
  clearTimeout(settling);
  settling = setTimeout(() => { delete document.documentElement.dataset.justEntered; }, TWICE_MS);
}

entryTaken.on(settle);

// Where something else stands at the thumb from now on.
export function dropNextTap() {
  sentFrom = lastDown;
  settle();
}

// What somebody was filling in is gone: a tap that is on its way would send what is asked now.
export function dropSending() {
  sentFrom = null;
  settle();
}

function isSecondTap({ clientX, clientY, detail, target }) {
  if (!detail || !("justEntered" in document.documentElement.dataset)) return false;
  if (!sentFrom) return Boolean(target.closest(GO));
  return Math.hypot(clientX - sentFrom.clientX, clientY - sentFrom.clientY) < SAME_SPOT_PX;
}

addEventListener("click", (event) => {
  if (!isSecondTap(event)) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

// Who clicks with a key stays where they are; a finger and a mouse are led on to the next place.

let wasKey = false;

addEventListener("keydown", () => { wasKey = true; }, true);
addEventListener("pointerdown", () => { wasKey = false; }, true);

// Whether a key made this click. Its `detail` alone does not tell: where a press lands on a label, the click that its box
// gets has none in WebKit. Nor is there any when a screen reader clicks, which presses nothing.
export const isByKey = ({ detail }) => detail === 0 && wasKey;
