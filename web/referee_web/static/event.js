// On a phone between rounds and on an event's other pages: when something changed, the page is fetched again. Where the
// answer is another page, as when a round begins, the phone goes there; nothing that somebody types is lost. A board
// shows its pages by turns.

const here = document.querySelector("[data-event]");
const isTyping = () => document.activeElement?.matches("input, textarea, select")
  || [...document.querySelectorAll("input, textarea")].some((input) => input.value !== input.defaultValue);

async function look() {
  const response = await fetch(here.dataset.event);
  const there = new URL(response.url).pathname;
  if (!response.ok) return;
  if (there !== new URL(here.dataset.event, location).pathname) location.assign(there);
  else if ("fresh" in here.dataset && !isTyping()) location.reload();
}

const { turn, seconds } = here.dataset;
if (turn) setTimeout(() => location.assign(turn), seconds * 1000);

const stream = new EventSource(here.dataset.live);
let heard = false; // The first word only says how far the event is.
stream.addEventListener("changed", () => {
  if (heard && !turn) look();
  heard = true;
});
document.addEventListener("visibilitychange", () => { if (!document.hidden && !turn) look(); });
