// Short sounds at a ruling, for its winner, at one's turn and at the end: off until somebody taps the bell. This device
// remembers it; browsers play nothing before its page was touched.

const KEPT = "referee sounds";
const SECONDS = 0.14;
const HZ = { ruled: [523, 659], yours: [523, 659, 784], turn: [784], end: [523, 659, 784, 1047] };
const bell = document.querySelector("[data-bell]");
let context = null;
let isOn = false;

try { isOn = localStorage.getItem(KEPT) === "on"; } catch { /* nothing is kept here */ }

export function play(name) {
  if (!isOn) return;
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

function show() {
  bell.setAttribute("aria-pressed", isOn);
}

if (bell && window.AudioContext) {
  bell.hidden = false;
  bell.addEventListener("click", () => {
    isOn = !isOn;
    try { localStorage.setItem(KEPT, isOn ? "on" : "off"); } catch { /* it holds until the page is left */ }
    show();
    play("yours");
  });
  show();
}
