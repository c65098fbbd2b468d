// Who plays at a new table. Whoever is tapped on sits down after the last of those who play, so that taps in seating
// order give the seats; and partners are named as soon as all names are there.

const NAMES = "[data-names]";
const SEATS = "[name=seats]";
const PARTNERS = "[data-partners]";
const PLACES = "[data-place]";
const names = document.querySelector(NAMES);

function seatLast(box) {
  const others = [...names.querySelectorAll(":checked")].filter((other) => other !== box);
  const label = box.closest("label");
  if (others.length) others.at(-1).closest("label").after(label);
  else label.parentElement.prepend(label);
  box.focus();
}

function namePartners() {
  const inputs = [...names.querySelectorAll(SEATS)];
  const seated = inputs.filter((input) => (input.type === "checkbox" ? input.checked : input.value.trim()));
  for (const line of names.querySelectorAll(PARTNERS)) {
    const places = [...line.querySelectorAll(PLACES)];
    for (const { dataset, firstChild } of places) {
      firstChild.data = places.length === seated.length ? seated[dataset.place - 1].value.trim() : dataset.place;
    }
  }
}

names.addEventListener("change", ({ target }) => {
  if (target.checked) seatLast(target);
  namePartners();
});
