// The video that keeps a screen on while it plays (wake_lock.js), by each browser's own rules: Chromium if it is large on
// the screen, or streamed; Firefox if it has sound, or is streamed; Safari if it has sound, is not muted and does not
// loop. So most phones play a picture drawn here, and Apple's play a few seconds of black and silence.

const DRAW_MS = 2000;
const REWIND_S = 4;
const APPLE = navigator.vendor.startsWith("Apple");

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

// Nothing where this browser can play none.
export const video = APPLE ? silence() : picture();
