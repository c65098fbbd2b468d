// The guide to setting up, one step at a time. Whoever finished or skipped it, or has begun to play, finds it folded
// next time.

import { pageRedrawn } from "../events.js";
import { main } from "../dom.js";

const GUIDE = "[data-guide]";
const STEP = "[data-step]";
const TURNING = "[data-turning]";
const BACK = '[data-to-step="-1"]';
const ON = '[data-to-step="1"]';
const LAST = "[data-last]";
const SKIP = "[data-skip]";
const TO_STEP = "[data-to-step]";

let at = 0;
let led = "";
let drawn = "";

const guide = () => main.querySelector(GUIDE);
const kept = (game) => `guide ${game}`;

function remember(game) {
  try { localStorage.setItem(kept(game), "done"); } catch { /* storage may be off */ }
}

function known(game) {
  try { return localStorage.getItem(kept(game)) === "done"; } catch { return false; }
}

// Whoever looks into the rules comes back to the step that led there.
function keepStep() {
  try { sessionStorage.setItem(kept(led), String(at)); } catch { /* storage may be off */ }
}

function keptStep(game) {
  try { return Number(sessionStorage.getItem(kept(game))); } catch { return 0; }
}

function show() {
  const current = guide();
  if (!current) return;
  if (!led) at = keptStep(current.dataset.guide);
  led = current.dataset.guide;
  const steps = [...current.querySelectorAll(STEP)];
  at = Math.min(Math.max(at, 0), steps.length - 1);
  for (const [n, step] of steps.entries()) step.hidden = n !== at;
  current.querySelector(TURNING).hidden = false;
  current.querySelector(BACK).disabled = at === 0;
  current.querySelector(ON).hidden = at === steps.length - 1;
  current.querySelector(LAST).hidden = at !== steps.length - 1;
  current.querySelector(SKIP).hidden = at === steps.length - 1;
  keepStep();
}

// Once somebody has gone through it, it is folded for everybody at the table.
function tellAll({ dataset }) {
  if (dataset.ready) fetch(dataset.ready, { method: "POST", redirect: "manual" }).catch(() => {});
}

function end(current) {
  at = 0;
  remember(current.dataset.guide);
  show();
  current.open = false;
  current.querySelector("summary").focus();
}

main.addEventListener("click", (event) => {
  const button = event.target.closest(TO_STEP);
  if (!button) return;
  const current = guide();
  if (button.dataset.toStep === "end") {
    if ("last" in button.dataset) tellAll(current);
    end(current);
    return;
  }
  at += Number(button.dataset.toStep);
  show();
  const heading = current.querySelectorAll(`${STEP} h2`)[at];
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  // All of a step is seen at once, with the way to the next.
  current.scrollIntoView({ block: "nearest", behavior: "instant" });
});

// One that is folded for all, also while somebody is missing, was opened by whoever looks at it.
function foldKnown() {
  const current = guide();
  if (current?.id === "guide" && current.id !== drawn && known(current.dataset.guide)) current.open = false;
  drawn = current?.id;
}

pageRedrawn.on(() => {
  if (led && !guide()) remember(led);
  foldKnown();
  show();
});

foldKnown();
show();
