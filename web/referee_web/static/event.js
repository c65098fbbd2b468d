// On a phone between rounds and on an event's other pages: when something changed, the page is fetched again. Where the
// answer is another page, as when a round begins, the phone goes there; nothing that somebody types is lost. A board
// shows its pages by turns.

import { main } from "./dom.js";

const { event: address, live, turn, seconds } = main.dataset;
const isTyping = () => document.activeElement?.matches("input, textarea, select")
  || [...document.querySelectorAll("input, textarea")].some((input) => input.value !== input.defaultValue);

async function look() {
  const response = await fetch(address);
  const there = new URL(response.url).pathname;
  if (!response.ok) return;
  if (there !== new URL(address, location).pathname) location.assign(there);
  else if (!isTyping()) location.replace(address); // Not `reload`: after a refusal it would post the form again.
}

if (turn) setTimeout(() => location.assign(turn), seconds * 1000);

const stream = new EventSource(live);
let heard = false; // The first word only says how far the event is.
stream.addEventListener("changed", () => {
  if (heard && !turn) look();
  heard = true;
});
document.addEventListener("visibilitychange", () => { if (!document.hidden && !turn) look(); });
