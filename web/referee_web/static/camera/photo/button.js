// Offers to photograph the cards of each place where cards are picked. What reads them is loaded when first asked for,
// while the photo is being taken.

import { tellNotLoaded } from "../../cards/tabs.js";
import { all, createElement, main, PICKER } from "../../dom.js";
import { pageRedrawn } from "../../events.js";
import { load } from "../../on_demand.js";
import { rememberCamera } from "./used.js";

const PHOTOGRAPH = "[data-photograph]";

const input = createElement("input", { type: "file", accept: "image/*", capture: "environment", hidden: "" });
document.body.append(input);
let form = null;
let dialog = null;

function offer() {
  for (const button of all(PHOTOGRAPH)) button.classList.add("ready");
}

// The translations of what the reader says, which no other script needs, are fetched with it.
async function loadDialog({ dataset: { photograph: words } }) {
  const [loaded] = await Promise.all([load("camera/photo/dialog.js"), words && load(words)]);
  return loaded;
}

// A browser opens its camera only at a tap, not after something was loaded.
function takePhoto() {
  rememberCamera();
  input.value = "";
  input.click();
}

main.addEventListener("click", ({ target }) => {
  const button = target.closest?.(PHOTOGRAPH);
  if (!button) return;
  const place = button.closest(PICKER);
  form = place.closest("form");
  dialog = loadDialog(button).then((loaded) => loaded?.dialogFor(place, button, takePhoto));
  takePhoto();
});
input.addEventListener("change", async () => {
  const [file] = input.files;
  if (!file) return;
  const shown = await dialog;
  if (shown) shown.read(file);
  else tellNotLoaded(form);
});
pageRedrawn.on(offer);
addEventListener("pageshow", offer);
offer();
