// Keeps the screen on while a match is played and the page is looked at, where this phone's owner wants it.
//
// Phones reach the referee over plain HTTP, where browsers offer no wake lock. There a video keeps the screen on, which is
// fetched when somebody first touches the page: before that nothing plays.

import { main } from "../dom.js";
import { pageRedrawn } from "../events.js";
import { load } from "../on_demand.js";

const QUIET_MS = 30 * 60000;
const CHECK_MS = 60000;
let lock = null;
let film = null;
let wasTouched = false;
let stirred = Date.now();

function isNeeded() {
  const wanted = document.documentElement.dataset.awake === "yes" && !("finished" in main.dataset);
  return wanted && !document.hidden && Date.now() - stirred < QUIET_MS;
}

function check() {
  if (!isNeeded()) letGo();
  else if (navigator.wakeLock) takeLock();
  else if (wasTouched) play();
}

async function takeLock() {
  if (lock && !lock.released) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    if (!isNeeded()) letGo();
  } catch { /* The battery is low, or it wants a touch first. */ }
}

function letGo() {
  lock?.release();
  lock = null;
  film?.video?.pause();
}

async function play() {
  film ??= await load("live/awake_film.js");
  if (isNeeded() && film?.video?.paused) film.video.play().catch(() => { /* It wants another touch. */ });
}

function stir() {
  stirred = Date.now();
  check();
}

for (const touch of ["click", "touchend", "keydown"]) {
  addEventListener(touch, () => { wasTouched = true; stir(); }, { passive: true });
}
document.addEventListener("visibilitychange", check);
pageRedrawn.on(stir);
setInterval(check, CHECK_MS);
check();
