// Scripts that only some pages need are loaded when something that needs them is first on the page and not folded away.
// `data-needs` names the script, as a path from here. So a page has the same scripts however one came to it: opened as
// it is, or in the lobby and changed by news. Scripts that only some taps need are loaded with `load` too.

const main = document.getElementById("main");
const loaded = new Map();

// What the script of this name exports, once it is there; null where it could not be fetched, which is tried again when
// it is asked for next.
export function load(name) {
  if (!loaded.has(name)) loaded.set(name, import(`./${name}`).catch(() => forget(name)));
  return loaded.get(name);
}

function forget(name) {
  loaded.delete(name);
  return null;
}

function look() {
  for (const found of main.querySelectorAll("[data-needs]")) {
    if (!found.closest("details:not([open])")) load(found.dataset.needs);
  }
}

document.addEventListener("redrawn", look);
main.addEventListener("toggle", look, true);
look();
