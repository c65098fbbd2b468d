// The latest ruling, heard and felt: sounded, read aloud and vibrated as this phone's owner wants it, or read at a tap;
// and opened by a swipe.

import { all, FIRST_WHY, main, RULING_LINE, RULINGS, spoken, SUMMARY, TELLING } from "../dom.js";
import { pageRedrawn } from "../events.js";

const MINE = "[data-mine]";
const UNHEARD = "[data-unheard]";
const ALOUD = "[data-aloud]";
const SAY = "[data-say]";
const BELL = "[data-bell]";

const RULED_MS = 40;
const YOUR_TURN_MS = [60, 80, 60];
const { speak, vibrate } = document.documentElement.dataset;
const voice = window.speechSynthesis;

const texts = (what) => all(what).map(spoken);

function now() {
  return {
    ruling: [main.querySelector(RULINGS)?.dataset.rulings, ...texts(SUMMARY)].join(" "),
    mine: main.querySelector(MINE) !== null,
    finished: "finished" in main.dataset,
  };
}

function sayAloud(sentences) {
  const said = new SpeechSynthesisUtterance(sentences.map((one) => one.replace(/[^.!?…]$/, "$&.")).join(" "));
  said.lang = document.documentElement.lang;
  said.addEventListener("error", ({ error }) => {
    const hint = main.querySelector(UNHEARD);
    if (hint && error === "not-allowed") hint.hidden = false;
  });
  voice.cancel();
  voice.speak(said);
}

// Browsers do not vibrate before the page was touched.
function buzz(pattern) {
  if (vibrate !== "no" && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}

// Where there is a voice, its button is shown.
function show() {
  for (const button of all(ALOUD)) button.hidden = !voice;
}

let before = now();

pageRedrawn.on(() => {
  show();
  const { ruling, mine, finished } = now();
  const ruled = ruling !== before.ruling && texts(SUMMARY).length > 0;
  if (ruled && speak === "yes" && voice) sayAloud(texts(SUMMARY));
  if (mine && !before.mine) buzz(YOUR_TURN_MS);
  else if (ruled) buzz(RULED_MS);
  if (finished && !before.finished) play("end");
  else if (ruled) play(main.querySelector(RULINGS).dataset.yours ? "yours" : "ruled");
  else if (mine && !before.mine) play("turn");
  before = { ruling, mine, finished };
});

main.addEventListener("click", (event) => {
  if (event.target.closest(SAY)) sayAloud(texts(`${TELLING} :is(${SUMMARY}, ${FIRST_WHY})`));
});
addEventListener("pagehide", () => voice?.cancel());

show();

// Short sounds at a ruling, for its winner, at one's turn and at the end: off until somebody taps the bell. The clock of
// a level rings until somebody turns the bell off. This device remembers it; browsers play nothing before its page was
// touched.

const KEPT = "referee sounds";
const SECONDS = 0.14;
const HZ = { ruled: [523, 659], yours: [523, 659, 784], turn: [784], end: [523, 659, 784, 1047], level: [784, 784, 1047, 1047] };
const CLOCK = '[role="timer"]';
const bell = document.querySelector(BELL);
let context = null;
let chosen = null; // "on", "off", or nothing yet

try { chosen = localStorage.getItem(KEPT); } catch { /* nothing is kept here */ }

const isOn = () => chosen === "on" || (chosen === null && main.querySelector(CLOCK) !== null);

function play(name) {
  if (chosen === "on") sound(name);
}

// The level has changed.
export function ring() {
  buzz(YOUR_TURN_MS);
  if (isOn() && window.AudioContext && navigator.userActivation?.hasBeenActive !== false) sound("level");
}

function sound(name) {
  context ??= new AudioContext();
  context.resume();
  HZ[name].forEach((hz, place) => strike(hz, context.currentTime + place * SECONDS));
}

// A note that fades, as of a bell.
function strike(hz, at) {
  const tone = context.createOscillator(), loudness = context.createGain();
  tone.frequency.value = hz;
  loudness.gain.setValueAtTime(0.25, at);
  loudness.gain.exponentialRampToValueAtTime(0.001, at + 3 * SECONDS);
  tone.connect(loudness).connect(context.destination);
  tone.start(at);
  tone.stop(at + 3 * SECONDS);
}

function showBell() {
  bell.setAttribute("aria-pressed", isOn());
}

if (bell && window.AudioContext) {
  bell.hidden = false;
  bell.addEventListener("click", () => {
    chosen = isOn() ? "off" : "on";
    try { localStorage.setItem(KEPT, chosen); } catch { /* it holds until the page is left */ }
    showBell();
    play("yours");
  });
  pageRedrawn.on(showBell);
  showBell();
}

// It stands in a line while something is entered. A swipe to the side opens all of it, wherever the thumb is, and a second
// one closes it; a tap on its line does the same.

const LEAST_PX = 56;
// From there phones go back to the page before.
const EDGE_PX = 24;
// What is itself moved to the side, or marked by that.
const OWN_SWIPE = "[data-lift], .picked, input:not([data-card]), textarea, select, [role=region], [data-pad]";
let from = null;

main.addEventListener("touchstart", (event) => {
  const [{ clientX: x, clientY: y }] = event.touches;
  const isEdge = Math.min(x, innerWidth - x) < EDGE_PX;
  from = event.touches.length > 1 || isEdge || event.target.closest(OWN_SWIPE) ? null : { x, y };
}, { passive: true });

main.addEventListener("touchend", (event) => {
  const line = main.querySelector(RULING_LINE);
  if (!from || !line) return;
  const [{ clientX, clientY }] = event.changedTouches;
  const aside = Math.abs(clientX - from.x);
  const along = Math.abs(clientY - from.y);
  from = null;
  if (aside < LEAST_PX || aside < 2 * along) return;
  line.open = !line.open;
  if (line.open) line.scrollIntoView({ block: "nearest", behavior: "instant" });
}, { passive: true });
