// Scripts that only some pages need are loaded when something that needs them is first on the page and not folded away.
// `data-needs` names the script, as a path from here. So a page has the same scripts however one came to it: opened as
// it is, or in the lobby and changed by news.

const main = document.getElementById("main");
const loaded = new Set();

// What could not be fetched is asked for again with the next news.
function load(name) {
  if (loaded.has(name)) return;
  loaded.add(name);
  import(`./${name}`).catch(() => loaded.delete(name));
}

function look() {
  for (const found of main.querySelectorAll("[data-needs]")) {
    if (!found.closest("details:not([open])")) load(found.dataset.needs);
  }
}

document.addEventListener("redrawn", look);
main.addEventListener("toggle", look, true);
look();
