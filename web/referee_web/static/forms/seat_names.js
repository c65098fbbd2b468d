// Who plays at a new table. Whoever is tapped on sits down after the last of those who play, so that taps in seating
// order give the seats; and partners are named as soon as all names are there. The keyboard's Enter leads from seat to
// seat, and opens the table from the last one, or from an empty one once two are named. Once as many are named as play,
// the match may begin: its button is the one that stands out.

import { isFilled } from "../dom.js";

const NAMES = "[data-names]";
const SEATS = "[name=seats]";
const TYPED = 'input[type="text"][name=seats]';
const ENOUGH_NAMED = 2;
const PARTNERS = "[data-partners]";
const PLACES = "[data-place]";
const GO_BUTTONS = "[data-dock] button";
const names = document.querySelector(NAMES);
const [opens, begins] = names.form.querySelectorAll(GO_BUTTONS);

function seatLast(box) {
  const others = [...names.querySelectorAll(":checked")].filter((other) => other !== box);
  const label = box.closest("label");
  if (others.length) others.at(-1).closest("label").after(label);
  else label.parentElement.prepend(label);
  box.focus();
}

function seatedIn() {
  const inputs = [...names.querySelectorAll(SEATS)];
  return inputs.filter(isFilled);
}

function namePartners() {
  const seated = seatedIn();
  for (const line of names.querySelectorAll(PARTNERS)) {
    const places = [...line.querySelectorAll(PLACES)];
    for (const { dataset, firstChild } of places) {
      firstChild.data = places.length === seated.length ? seated[dataset.place - 1].value.trim() : dataset.place;
    }
  }
}

function markButton() {
  const isEnough = names.dataset.players.split(" ").includes(String(seatedIn().length));
  opens.classList.toggle("quiet", isEnough);
  begins.classList.toggle("quiet", !isEnough);
}

markButton();
names.addEventListener("change", ({ target }) => {
  if (target.checked) seatLast(target);
  namePartners();
});

function seatAfter(input) {
  if (!input.value.trim() && seatedIn().length >= ENOUGH_NAMED) return null;
  const typed = [...names.querySelectorAll(TYPED)];
  return typed[typed.indexOf(input) + 1];
}

names.addEventListener("keydown", (event) => {
  const { target, key, isComposing } = event;
  if (key !== "Enter" || isComposing || !target.matches(TYPED)) return;
  const next = seatAfter(target);
  if (!next) return;
  event.preventDefault();
  const folded = next.closest("details");
  if (folded) folded.open = true;
  next.focus();
});

function nameEnterKey({ target }) {
  if (target.matches(TYPED)) target.enterKeyHint = seatAfter(target) ? "next" : "go";
}

names.addEventListener("focusin", nameEnterKey);
names.addEventListener("input", nameEnterKey);
names.addEventListener("input", markButton);
