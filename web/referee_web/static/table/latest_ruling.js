// The latest ruling, and whose turn it is, heard and felt: sounded, read aloud and vibrated as this phone's owner wants it,
// or read at a tap.

import { all, FIRST_WHY, main, RULINGS, spoken, SUMMARY, TELLING } from "../dom.js";
import { pageRedrawn } from "../events.js";
import { play, vibrate } from "./sounds.js";

const MINE = "[data-mine]";
const UNHEARD = "[data-unheard]";
const ALOUD = "[data-aloud]";
const SAY = "[data-say]";

const { speak } = document.documentElement.dataset;
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
  const ended = sentences.map((sentence) => sentence.replace(/[^.!?…]$/, "$&."));
  const utterance = new SpeechSynthesisUtterance(ended.join(" "));
  utterance.lang = document.documentElement.lang;
  utterance.addEventListener("error", ({ error }) => {
    const hint = main.querySelector(UNHEARD);
    if (hint && error === "not-allowed") hint.hidden = false;
  });
  voice.cancel();
  voice.speak(utterance);
}

// Where there is a voice, its button is shown.
function show() {
  for (const button of all(ALOUD)) button.hidden = !voice;
}

let before = now();

pageRedrawn.on(() => {
  show();
  const { ruling, mine, finished } = now();
  const isRuled = ruling !== before.ruling && texts(SUMMARY).length > 0;
  const isTurn = mine && !before.mine;
  if (isRuled && speak === "yes" && voice) sayAloud(texts(SUMMARY));
  if (isTurn) vibrate("turn");
  else if (isRuled) vibrate("ruled");
  if (finished && !before.finished) play("end");
  else if (isRuled) play(main.querySelector(RULINGS).dataset.yours ? "yours" : "ruled");
  else if (isTurn) play("turn");
  before = { ruling, mine, finished };
});

main.addEventListener("click", (event) => {
  if (event.target.closest(SAY)) sayAloud(texts(`${TELLING} :is(${SUMMARY}, ${FIRST_WHY})`));
});
addEventListener("pagehide", () => voice?.cancel());

show();
