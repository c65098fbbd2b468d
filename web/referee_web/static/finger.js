// Nothing moves under a finger: a page redrawn between its touch and its click would lose the tap, or give it to
// whatever came to stand there.

const RELEASE_MS = 60;
const waiting = new Set();
let down = false;

export const isDown = () => down;

// Does this now, or once the finger is lifted.
export function whenLifted(act) {
  if (down) waiting.add(act);
  else act();
}

function lift() {
  down = false;
  const due = [...waiting];
  waiting.clear();
  for (const act of due) act();
}

addEventListener("pointerdown", () => { down = true; }, true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(lift, RELEASE_MS), true);
addEventListener("blur", lift);
