// What is heard and felt: short sounds, as of a bell, and vibration. Sounds are off until somebody taps the bell; only the
// clock of a level rings until somebody turns the bell off. This device remembers it. Browsers play nothing, and do not
// vibrate, before its page was touched.

import { main } from "../dom.js";
import { pageRedrawn } from "../events.js";

const BELL = "[data-bell]";
const KEPT = "referee sounds";
const SECONDS = 0.14;
const HZ = {
  ruled: [523, 659],
  yours: [523, 659, 784],
  turn: [784],
  end: [523, 659, 784, 1047],
  level: [784, 784, 1047, 1047],
};
const CLOCK = '[role="timer"]';
const VIBRATION_MS = { ruled: 40, turn: [60, 80, 60] };
const bell = document.querySelector(BELL);
let context = null;
let chosen = null; // "on", "off", or nothing yet

try { chosen = localStorage.getItem(KEPT); } catch { /* nothing is kept here */ }

const isOn = () => chosen === "on" || (chosen === null && main.querySelector(CLOCK) !== null);

export function vibrate(name) {
  if (document.documentElement.dataset.vibrate === "no") return;
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(VIBRATION_MS[name]);
}

export function play(name) {
  if (chosen === "on") sound(name);
}

// The level has changed.
export function ring() {
  vibrate("turn");
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
