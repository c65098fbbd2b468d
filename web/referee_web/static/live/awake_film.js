// The video that keeps a screen on while it plays (wake_lock.js), by each browser's own rules: Chromium if it is large on
// the screen, or streamed; Firefox if it has sound, or is streamed; Safari if it has sound, is not muted and does not
// loop. So most phones play a picture drawn here, and Apple's play a few seconds of black and silence.

const DRAW_MS = 2000;
const REWIND_S = 4;
const APPLE = navigator.vendor.startsWith("Apple");

function addFilm() {
  const film = document.createElement("video");
  film.className = "awake";
  film.playsInline = true;
  film.tabIndex = -1;
  film.setAttribute("aria-hidden", "true");
  document.body.append(film);
  return film;
}

function drawFilm() {
  const canvas = document.createElement("canvas");
  if (!canvas.captureStream) return null;
  canvas.width = 16;
  canvas.height = 16;
  const brush = canvas.getContext("2d");
  const draw = () => { if (!document.hidden) brush.fillRect(0, 0, 16, 16); };
  const film = addFilm();
  film.muted = true;
  film.srcObject = canvas.captureStream(1);
  draw();
  setInterval(draw, DRAW_MS);
  return film;
}

// If the page cannot ask for sounds to be mixed, the video would silence somebody's music: better not.
function loadSilence() {
  if (!navigator.audioSession) return null;
  navigator.audioSession.type = "ambient";
  const film = addFilm();
  film.src = new URL("./wake_lock.mp4", import.meta.url).href;
  film.addEventListener("timeupdate", () => { if (film.currentTime > REWIND_S) film.currentTime = 0; });
  return film;
}

// Nothing where this browser can play none.
export const video = APPLE ? loadSilence() : drawFilm();
