// News that were read go by a tap, for as long as the page is open.

import { all, createButton, main } from "../dom.js";
import { pageRedrawn } from "../events.js";
import { say } from "../messages.js";

const LEAVES = "[data-leaves]";
const LEAVE = "[data-leave]";
const gone = new Set();

function offerToLeave() {
  for (const news of all(LEAVES)) {
    news.hidden = gone.has(news.dataset.leaves);
    if (!news.querySelector(LEAVE)) {
      news.prepend(createButton({ class: "leave", "data-leave": "", "aria-label": say("Hide this") }, "×"));
    }
  }
}

main.addEventListener("click", ({ target }) => {
  if (!target.closest(LEAVE)) return;
  gone.add(target.closest(LEAVES).dataset.leaves);
  offerToLeave();
  main.focus({ preventScroll: true });
});
pageRedrawn.on(offerToLeave);
offerToLeave();
