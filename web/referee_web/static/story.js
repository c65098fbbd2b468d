// The evening's story, a chapter at a time: on a phone when somebody taps *Play*, on the board by itself, over and over.
// Without this script all chapters stand below each other.

import { all } from "./dom.js";
import { pageRedrawn } from "./events.js";

const CHAPTER_MS = 6000;

const telling = new Map();

// Returns what shows the story as it was, after the page was drawn again.
function tell(story) {
  const chapters = all("[data-chapters] > li", story);
  const [play] = all("[data-play]", story);
  const [pause] = all("[data-pause]", story);
  const loops = "plays" in story.dataset;
  let at = 0;
  let timer = 0;

  function show(next) {
    at = (next + chapters.length) % chapters.length;
    story.dataset.at = at + 1;
    for (const [place, chapter] of chapters.entries()) chapter.hidden = place !== at;
  }

  function showAll() {
    delete story.dataset.at;
    for (const chapter of chapters) chapter.hidden = false;
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    play.hidden = false;
    pause.hidden = true;
  }

  function advance() {
    if (!story.isConnected) stop();
    else if (at < chapters.length - 1 || loops) show(at + 1);
    else {
      stop();
      showAll();
    }
  }

  function start() {
    show("at" in story.dataset ? at : 0);
    timer = setInterval(advance, CHAPTER_MS);
    play.hidden = true;
    pause.hidden = false;
  }

  play.addEventListener("click", () => {
    start();
    pause.focus();
  });
  pause.addEventListener("click", () => {
    stop();
    play.focus();
  });
  for (const button of all("[data-chapter]", story)) {
    button.addEventListener("click", () => {
      stop();
      show("at" in story.dataset ? at + Number(button.dataset.chapter) : 0);
    });
  }
  if (loops) start();

  return () => {
    all("[data-story-bar]", story)[0].hidden = false;
    if (timer) show(at);
  };
}

function look() {
  for (const story of all("[data-story]")) {
    if (!telling.has(story)) telling.set(story, tell(story));
    telling.get(story)();
  }
}

pageRedrawn.on(look);
look();
