// Numbers that are changed by taps: a minus before the field and a plus after it.

import { all, createButton, STEPS } from "../dom.js";
import { pageRedrawn } from "../events.js";
import { say } from "../messages.js";

function button(input, by, label) {
  const key = createButton({ class: "quiet", "aria-label": label }, by > 0 ? "+" : "−");
  key.addEventListener("click", () => {
    input.value = Number(input.value) + by;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  return key;
}

function look() {
  for (const input of all(STEPS)) {
    if (input.previousElementSibling) continue;
    input.before(button(input, -1, say("One less")));
    input.after(button(input, 1, say("One more")));
  }
}

pageRedrawn.on(look);
look();
