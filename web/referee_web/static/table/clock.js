// The clock of a level: it counts down on the page, and rings once when it has run out.

import { all, announcer } from "../dom.js";
import { clockRanOut, pageRedrawn } from "../events.js";
import { ring } from "./sounds.js";

const LEFT = "[data-left]";
const SECOND_MS = 1000;

const ends = new WeakMap(); // when each clock runs out, by this phone's time
let before = 0; // the seconds left when it was last looked at

function secondsLeft(clock) {
  if (!ends.has(clock)) ends.set(clock, Date.now() + clock.dataset.left * SECOND_MS);
  return Math.ceil((ends.get(clock) - Date.now()) / SECOND_MS);
}

function faceOf(clock, left) {
  if (left <= 0) return clock.dataset.then;
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

function show() {
  const clocks = all(LEFT);
  let left = 0;
  for (const clock of clocks) {
    left = secondsLeft(clock);
    clock.textContent = faceOf(clock, left);
  }
  if (clocks.length && before > 0 && left <= 0) {
    announcer.textContent = clocks[0].closest("dl > div").textContent;
    ring();
    clockRanOut.send();
  }
  before = left;
}

pageRedrawn.on(show);
setInterval(show, SECOND_MS);
show();
