// Numbers that are changed by taps: a minus before the field and a plus after it.

import { all, createButton, STEPS } from "../dom.js";
import { pageRedrawn } from "../events.js";
import { say } from "../messages.js";

function button(input, by, label) {
  const key = createButton({ class: "quiet", "aria-label": label }, by > 0 ? "+" : "−");
  key.addEventListener("click", () => {
    const value = Number(input.value) + by;
    if (input.min !== "" && value < Number(input.min)) return;
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  return key;
}

function look() {
  for (const around of all(STEPS)) {
    const [input, n] = [around.querySelector("input"), Number(around.dataset.steps)];
    if (input.previousElementSibling) continue;
    input.before(button(input, -n, say("{n} less", { n })));
    input.after(button(input, n, say("{n} more", { n })));
  }
}

pageRedrawn.on(look);
look();
