// Keeps the screen on while a match is played and the page is looked at, where this phone's owner wants it.
//
// Phones reach the referee over plain HTTP, where browsers offer no wake lock. There they keep the screen on while a
// video plays, each by its own rules: Chromium if it is large on the screen, or streamed; Firefox if it has sound, or
// is streamed; Safari if it has sound, is not muted and does not loop. So most phones play a picture drawn here, and
// Apple's play a few seconds of black and silence.

import { pageRedrawn } from "../events.js";

const QUIET_MS = 30 * 60000;
const CHECK_MS = 60000;
const DRAW_MS = 2000;
const REWIND_S = 4;
const APPLE = navigator.vendor.startsWith("Apple");
const main = document.getElementById("main");
let lock = null;
let video = null;
let touched = false;
let stirred = Date.now();

function isNeeded() {
  const wanted = document.documentElement.dataset.awake === "yes" && !("finished" in main.dataset);
  return wanted && !document.hidden && Date.now() - stirred < QUIET_MS;
}

function check() {
  if (!isNeeded()) letGo();
  else if (navigator.wakeLock) takeLock();
  // Nothing plays before somebody has touched the page.
  else if (touched) play();
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
  video?.pause();
}

function play() {
  video ??= APPLE ? silence() : picture();
  if (video?.paused) video.play().catch(() => { /* It wants another touch. */ });
}

function screenful() {
  const made = document.createElement("video");
  made.className = "awake";
  made.playsInline = true;
  made.tabIndex = -1;
  made.setAttribute("aria-hidden", "true");
  document.body.append(made);
  return made;
}

function picture() {
  const canvas = document.createElement("canvas");
  if (!canvas.captureStream) return null;
  canvas.width = 16;
  canvas.height = 16;
  const brush = canvas.getContext("2d");
  const draw = () => { if (!document.hidden) brush.fillRect(0, 0, 16, 16); };
  const made = screenful();
  made.muted = true;
  made.srcObject = canvas.captureStream(1);
  draw();
  setInterval(draw, DRAW_MS);
  return made;
}

// If the page cannot ask for sounds to be mixed, the video would silence somebody's music: better not.
function silence() {
  if (!navigator.audioSession) return null;
  navigator.audioSession.type = "ambient";
  const made = screenful();
  made.src = new URL("./wake_lock.mp4", import.meta.url).href;
  made.addEventListener("timeupdate", () => { if (made.currentTime > REWIND_S) made.currentTime = 0; });
  return made;
}

function stir() {
  stirred = Date.now();
  check();
}

for (const touch of ["click", "touchend", "keydown"]) {
  addEventListener(touch, () => { touched = true; stir(); }, { passive: true });
}
document.addEventListener("visibilitychange", check);
pageRedrawn.on(stir);
setInterval(check, CHECK_MS);
check();
