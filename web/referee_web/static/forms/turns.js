// One form for several seats: a tab for each, of which one is open; what the others hold is covered where it is secret. What
// is tapped last of a part leads to the next one.

import { isPartBlank, isPartDone, partsOf } from "../cards/picker.js";
import { openPart, openPartOf, order, partOf, placesHere, placesIn, signOf } from "../cards/places.js";
import { open } from "../cards/tabs.js";
import { count } from "../messages.js";

const main = document.getElementById("main");
const forms = () => [...main.querySelectorAll("form.prompt:has([data-turns])")];
const partOfSeat = (form, seat) => partsOf(form).find(([field]) => partOf(field) === seat);

function turnTo(form, seat, byKey) {
  const part = partOfSeat(form, seat);
  const places = part.flatMap(placesIn);
  if (places.length) open(form, places.find((place) => !order(place).length) ?? places[0]);
  else openPartOf(form, part[0]);
  form.dispatchEvent(new CustomEvent("place", { bubbles: true, detail: { byKey } }));
}

// The cards on the table are named in the tab, and of what is secret only that it is there.
function markOf(form, part) {
  const picked = part.flatMap(placesIn).flatMap(order);
  if (!form.hasAttribute("data-covered") && picked.length) return picked.map(signOf).join(" ");
  if (isPartDone(part)) return "✓";
  return picked.length ? count("{n} card", "{n} cards", picked.length) : "";
}

function draw(form) {
  for (const tab of form.querySelectorAll("[data-turn-to]")) {
    const part = partOfSeat(form, tab.dataset.turnTo);
    const isHere = tab.dataset.turnTo === openPart(form);
    tab.setAttribute("aria-expanded", String(isHere));
    tab.classList.toggle("here", isHere);
    const isWrong = part.some((field) => field.matches(".has-error")) || tab.dataset.turnTo === form.dataset.refusedOf;
    tab.classList.toggle("wrong", isWrong);
    tab.querySelector("[data-mark]").textContent = isWrong ? "!" : markOf(form, part);
  }
}

// What has no cards is complete with a tap; where cards are picked, a full place leads on by itself.
function leadOn(form, input) {
  const part = partOfSeat(form, openPart(form));
  if (!/^(checkbox|radio)$/.test(input.type) || !input.checked || placesHere(form).length || !isPartDone(part)) return;
  const next = partsOf(form).find(isPartBlank);
  if (next) turnTo(form, partOf(next[0]));
}

function begin() {
  for (const form of forms()) {
    form.querySelector("[data-turns]").classList.add("ready");
    const parts = partsOf(form);
    const wrong = parts.find((part) => part.some((field) => field.matches(".has-error")));
    const first = partOfSeat(form, form.dataset.turn ?? form.dataset.refusedOf) ?? wrong ?? parts.find(isPartBlank) ?? parts[0];
    openPartOf(form, first[0]);
    draw(form);
  }
}

main.addEventListener("click", ({ target, detail }) => {
  const tab = target.closest("[data-turn-to]");
  if (tab) turnTo(tab.form, tab.dataset.turnTo, detail === 0);
});
for (const kind of ["input", "place", "click"]) {
  main.addEventListener(kind, ({ target }) => {
    const form = target.closest("form.prompt:has([data-turns])");
    if (!form) return;
    if (kind === "input") leadOn(form, target);
    draw(form);
  });
}
document.addEventListener("redrawn", begin);
begin();
