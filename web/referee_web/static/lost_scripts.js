// Browsers remember which scripts they could not fetch for as long as a page is open. So where one that the page begins
// with was lost with the connection, the whole page is loaded again once all can be had: unless something was typed here,
// and at most once a minute, for a script may also fail by itself.

const MINUTE_MS = 60_000;
const parts = [...document.querySelectorAll('script[src], link[rel="modulepreload"]')];
let typed = false;

async function loadAgain() {
  for (let wait = 1000; !typed; wait = Math.min(2 * wait, 30_000)) {
    const found = await Promise.all(parts.map((part) => fetch(part.src ?? part.href))).catch(() => []);
    if (found.length && found.every((one) => one.ok) && !typed) {
      sessionStorage.loadedAgain = Date.now();
      location.reload();
      return;
    }
    await new Promise((over) => setTimeout(over, wait));
  }
}

addEventListener("input", () => { typed = true; });
addEventListener("load", () => {
  if (Date.now() - (sessionStorage.loadedAgain ?? 0) < MINUTE_MS) return;
  Promise.all(parts.filter((part) => part.src).map(({ src }) => import(src))).catch(loadAgain);
});
