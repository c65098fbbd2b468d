// The guide through setting up: one step at a time. Whoever went through it, or skipped it, finds it folded next time.

const main = document.getElementById("main");
let at = 0;

const guide = () => main.querySelector("[data-guide]");
const kept = (found) => `guide ${found.dataset.guide}`;

function remember(found) {
  try { localStorage.setItem(kept(found), "done"); } catch { /* storage may be off */ }
}

function known(found) {
  try { return localStorage.getItem(kept(found)) === "done"; } catch { return false; }
}

function show() {
  const found = guide();
  if (!found) return;
  const steps = [...found.querySelectorAll(".step")];
  at = Math.min(Math.max(at, 0), steps.length - 1);
  for (const [n, step] of steps.entries()) step.hidden = n !== at;
  found.querySelector("[data-turning]").hidden = false;
  found.querySelector('[data-turn="-1"]').disabled = at === 0;
  found.querySelector('[data-turn="1"]').hidden = at === steps.length - 1;
  found.querySelector("[data-last]").hidden = at !== steps.length - 1;
  found.querySelector("[data-skip]").hidden = at === steps.length - 1;
}

function end(found) {
  at = 0;
  remember(found);
  show();
  found.open = false;
  found.querySelector("summary").focus();
}

main.addEventListener("click", (event) => {
  const button = event.target.closest("[data-turn]");
  if (!button) return;
  const found = guide();
  if (button.dataset.turn === "end") {
    end(found);
    return;
  }
  at += Number(button.dataset.turn);
  show();
  const heading = found.querySelectorAll(".step h2")[at];
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
});

document.addEventListener("redrawn", show);

const first = guide();
if (first && known(first)) first.open = false;
show();
