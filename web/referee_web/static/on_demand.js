// Scripts that only some pages need are loaded when something that needs them is first on the page and not folded away.
// `data-needs` names the script, as a path from here. So a page has the same scripts however one came to it: opened as
// it is, or in the lobby and changed by news. Scripts that only some taps need are loaded with `load` too.

import { all, CORRECT, FOLDED, main } from "./dom.js";
import { pageRedrawn } from "./events.js";

const NEEDS = "[data-needs]";
const IMPORTED = /(?:^|;)import\b[^"]*"(\.[^"]+)"/gm;

const loaded = new Map();
let failures = 0;

// What the script of this name exports, once it is there; null where it could not be fetched, which is tried again when
// it is asked for next.
export function load(name) {
  if (!loaded.has(name)) loaded.set(name, fetchAndImport(name).catch(() => forget(name)));
  return loaded.get(name);
}

// Browsers may remember for as long as a page is open which addresses could not be imported, also those that a script
// imports itself. So everything is fetched before it is imported, which then finds it in the browser's cache; and after
// a failure the script has another address.
async function fetchAndImport(name) {
  const address = new URL(failures ? `${name}?again=${failures}` : name, import.meta.url).href;
  await fetchAll(address, new Set());
  return import(address);
}

async function fetchAll(address, fetched) {
  if (fetched.has(address)) return;
  fetched.add(address);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const script = await response.text();
  await Promise.all([...script.matchAll(IMPORTED)].map(([, path]) => fetchAll(new URL(path, address).href, fetched)));
}

function forget(name) {
  failures += 1;
  loaded.delete(name);
  return null;
}

function look() {
  for (const part of all(NEEDS)) {
    if (!part.closest(FOLDED)) load(part.dataset.needs);
  }
}

// What is to be corrected opens over the page; without the script for that the link leads there.
main.addEventListener("click", async (event) => {
  const link = event.target.closest(CORRECT);
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const correcting = await load("entries/correcting.js");
  if (correcting) correcting.open(link);
  else location.assign(link.href);
});

pageRedrawn.on(look);
main.addEventListener("toggle", look, true);
look();
