// Nothing moves under a finger: a page redrawn between touch and click would lose the tap, or give it to whatever took
// that place.

// The click comes after the finger lifts, on some phones only once no second tap can follow.
const CLICK_MS = 350;
const waiting = new Set();
let down = false;
let lifting = 0;

export const isDown = () => down;

// Calls this now, or once the finger is lifted.
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

function liftIn(milliseconds) {
  clearTimeout(lifting);
  lifting = setTimeout(lift, milliseconds);
}

addEventListener("pointerdown", () => {
  clearTimeout(lifting);
  down = true;
}, true);
addEventListener("pointerup", () => liftIn(CLICK_MS), true);
addEventListener("click", () => liftIn(0), true);
// Where a long press opens a menu, no click follows, and often no event marks its end.
for (const end of ["pointercancel", "contextmenu"]) addEventListener(end, () => liftIn(0), true);
addEventListener("blur", lift);
