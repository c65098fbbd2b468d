// The evening's story, a chapter at a time: on a phone when somebody taps *Play*, on the board by itself, over and over.
// Without this script all chapters stand below each other.

import { all } from "./dom.js";
import { pageRedrawn } from "./events.js";

const CHAPTER_MS = 6000;

class Story {
  #at = 0;
  #timer = 0;

  constructor(element) {
    this.element = element;
    this.chapters = all("[data-chapters] > li", element);
    [this.play] = all("[data-play]", element);
    [this.pause] = all("[data-pause]", element);
    this.loops = "plays" in element.dataset;
    this.play.addEventListener("click", () => {
      this.#start();
      this.pause.focus();
    });
    this.pause.addEventListener("click", () => {
      this.#stop();
      this.play.focus();
    });
    for (const button of all("[data-chapter]", element)) {
      button.addEventListener("click", () => this.#turn(Number(button.dataset.chapter)));
    }
    if (this.loops) this.#start();
  }

  // Shows the story as it was, after the page was drawn again.
  showAgain() {
    all("[data-story-bar]", this.element)[0].hidden = false;
    if (this.#timer) this.#show(this.#at);
  }

  get #isBegun() {
    return "at" in this.element.dataset;
  }

  #show(at) {
    this.#at = (at + this.chapters.length) % this.chapters.length;
    this.element.dataset.at = this.#at + 1;
    for (const [place, chapter] of this.chapters.entries()) chapter.hidden = place !== this.#at;
  }

  #showAll() {
    delete this.element.dataset.at;
    for (const chapter of this.chapters) chapter.hidden = false;
  }

  #turn(chapters) {
    this.#stop();
    this.#show(this.#isBegun ? this.#at + chapters : 0);
  }

  #start() {
    this.#show(this.#isBegun ? this.#at : 0);
    this.#timer = setInterval(() => this.#advance(), CHAPTER_MS);
    this.play.hidden = true;
    this.pause.hidden = false;
  }

  #stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.play.hidden = false;
    this.pause.hidden = true;
  }

  #advance() {
    const isLast = this.#at === this.chapters.length - 1;
    if (!this.element.isConnected) this.#stop();
    else if (!isLast || this.loops) this.#show(this.#at + 1);
    else {
      this.#stop();
      this.#showAll();
    }
  }
}

const stories = new Map();

function showStories() {
  for (const element of all("[data-story]")) {
    if (!stories.has(element)) stories.set(element, new Story(element));
    stories.get(element).showAgain();
  }
}

pageRedrawn.on(showStories);
showStories();
