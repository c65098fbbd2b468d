// The latest ruling, heard and felt: sounded, read aloud and vibrated as this phone's owner wants it, or read at a tap.

import { spoken } from "../messages.js";
import { play } from "./sounds.js";

const RULED_MS = 40;
const YOUR_TURN_MS = [60, 80, 60];
const main = document.getElementById("main");
const { speak, vibrate } = document.documentElement.dataset;
const voice = window.speechSynthesis;

function texts(selector) {
  return [...main.querySelectorAll(`[data-rulings] ${selector}`)].map(spoken);
}

function now() {
  return {
    ruling: [main.querySelector("[data-rulings]")?.dataset.rulings, ...texts(".summary")].join(" "),
    mine: main.querySelector("[data-mine]") !== null,
    finished: "finished" in main.dataset,
  };
}

function sayAloud(sentences) {
  const said = new SpeechSynthesisUtterance(sentences.map((one) => one.replace(/[^.!?…]$/, "$&.")).join(" "));
  said.lang = document.documentElement.lang;
  said.addEventListener("error", ({ error }) => {
    const hint = main.querySelector("[data-unheard]");
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
  for (const found of main.querySelectorAll("[data-aloud]")) found.hidden = !voice;
}

let before = now();

document.addEventListener("redrawn", () => {
  show();
  const { ruling, mine, finished } = now();
  const ruled = ruling !== before.ruling && texts(".summary").length > 0;
  if (ruled && speak === "yes" && voice) sayAloud(texts(".summary"));
  if (mine && !before.mine) buzz(YOUR_TURN_MS);
  else if (ruled) buzz(RULED_MS);
  if (finished && !before.finished) play("end");
  else if (ruled) play(main.querySelector("[data-rulings]").dataset.yours ? "yours" : "ruled");
  else if (mine && !before.mine) play("turn");
  before = { ruling, mine, finished };
});

main.addEventListener("click", (event) => {
  if (event.target.closest("[data-say]")) sayAloud(texts(".ruling:not(.lesser) :is(.summary, .first-why)"));
});
addEventListener("pagehide", () => voice?.cancel());

show();
