// Waits for an answer to a claim to a seat: looks every few seconds, and changes the page only once there is one, or
// the match has begun.

const CLAIM = "[data-claim]";
const LOOKS = "[data-looks]";
const EVERY_MS = 3000;
const main = document.getElementById("main");

const stateOf = (shown) => shown.querySelector(CLAIM)?.dataset.claim;

async function look() {
  if (document.hidden) return;
  const response = await fetch(main.dataset.page, { cache: "no-store" });
  if (response.redirected) {
    location.replace(response.url);
    return;
  }
  // A referee that cannot answer now will do so later.
  if (response.status === 429 || response.status >= 500) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("main");
  if (!fresh || stateOf(fresh) === stateOf(main)) return;
  if (!fresh.dataset.page) clearInterval(timer);
  main.replaceChildren(...document.adoptNode(fresh).childNodes);
  main.focus();
}

for (const told of main.querySelectorAll(LOOKS)) told.hidden = false;
const timer = setInterval(() => look().catch(() => {}), EVERY_MS);
