// Picking cards: how many are picked and in which order, each card in one place only, on to the next seat, and
// picks kept over a reload. Without it the same forms work, a little less comfortably.

import { restoreDraft, saveDraft } from "./drafts.js";
import { count, say } from "./words.js";

const main = document.getElementById("main");
const orders = new WeakMap();

const forms = () => main.querySelectorAll("form.prompt");
const cardsIn = (element) => [...element.querySelectorAll("input[data-card]")];
const pickedIn = (element) => cardsIn(element).filter((input) => input.checked);
const typedIn = (element) => [...element.querySelectorAll("[data-typed]")].some((input) => input.value.trim());
const signOf = (input) => input.nextElementSibling.querySelector(".corner").textContent;

// The order in which cards were tapped: a pile is entered from its bottom to its top

function order(picker) {
  const known = orders.get(picker) || [];
  const kept = known.filter((input) => input.checked && picker.contains(input));
  const fresh = pickedIn(picker).filter((input) => !kept.includes(input));
  const all = [...kept, ...fresh];
  orders.set(picker, all);
  return all;
}

function showHand(picker) {
  const place = picker.querySelector("[data-hand]");
  const picked = order(picker);
  if (!place || picker.hasAttribute("data-one")) return;
  place.hidden = picked.length === 0;
  place.textContent = say("Picked: {cards}", { cards: picked.map(signOf).join(" ") });
}

main.addEventListener("formdata", (event) => {
  for (const picker of event.target.querySelectorAll("[data-picker]:not([data-one])")) {
    const picked = order(picker);
    if (!picked.length) continue;
    event.formData.delete(picked[0].name);
    for (const input of picked) event.formData.append(input.name, input.value);
  }
});

// One card, one place

function copiesOf(form, code) {
  const counts = [...form.querySelectorAll("[data-picker]")].map(
    (picker) => picker.querySelectorAll(`input[data-card="${code}"]`).length,
  );
  return Math.max(1, ...counts);
}

function disableTaken(form) {
  const used = new Map();
  for (const input of pickedIn(form)) used.set(input.value, (used.get(input.value) || 0) + 1);
  for (const input of cardsIn(form)) {
    const taken = (used.get(input.value) || 0) >= copiesOf(form, input.value);
    input.disabled = taken && !input.checked && !samePicker(form, input);
  }
}

// A radio of the same group may always take the pick over.
function samePicker(form, input) {
  const picker = input.closest("[data-picker]");
  return picker.hasAttribute("data-one") && pickedIn(picker).some((one) => one.value === input.value);
}

// What the button says

function countOf(form) {
  const fields = [...form.querySelectorAll('[data-type="cards"], [data-type="card_by_seat"], [data-type="cards_by_seat"]')];
  if (!fields.length || typedIn(form)) return "";
  if (fields.length > 1) return countCards(pickedIn(form).length);
  const [field] = fields;
  if (field.dataset.type === "cards") return ofCards(pickedIn(field).length, field.dataset.min, field.dataset.max);
  const seats = [...field.querySelectorAll("[data-by-seat]")];
  if (seats.length < 2) return "";
  return say("{n} of {all}", { n: seats.filter((seat) => pickedIn(seat).length).length, all: seats.length });
}

const countCards = (n) => count("{n} card", "{n} cards", n);

function ofCards(n, least, most) {
  if (most !== undefined && n > Number(most)) return say("{n}: too many", { n });
  if (least !== undefined && least === most) return say("{n} of {all}", { n, all: most });
  if (least !== undefined && n < Number(least)) return say("{n} of at least {least}", { n, least });
  return countCards(n);
}

function showCount(form) {
  const place = form.querySelector("[data-count]");
  const said = countOf(form);
  if (place) place.textContent = said ? ` (${said})` : "";
}

function showChosen(form) {
  for (const place of form.querySelectorAll("[data-picked]")) {
    place.textContent = pickedIn(place.closest("details")).map(signOf).join(" ");
  }
  for (const seat of form.querySelectorAll("[data-by-seat]")) {
    const place = seat.querySelector("[data-chosen]");
    if (place) place.textContent = [...seat.querySelectorAll("[data-picker]")].flatMap(order).map(signOf).join(" ");
  }
}

function restored(pick) {
  const picker = pick.closest("[data-picker]");
  const folded = pick.closest(".left-out");
  if (folded) folded.open = true;
  if (picker) order(picker);
}

// Bringing it together

function update(form) {
  form.querySelectorAll("[data-picker]").forEach(showHand);
  disableTaken(form);
  showChosen(form);
  showCount(form);
}

function begin() {
  for (const form of forms()) {
    restoreDraft(form, restored);
    update(form);
  }
}

function replacePick(input) {
  const field = input.closest("[data-field]");
  if (!input.checked || input.type !== "checkbox" || field?.dataset.max !== "1") return;
  for (const other of pickedIn(input.closest("[data-picker]"))) if (other !== input) other.checked = false;
}

main.addEventListener("input", (event) => {
  const form = event.target.closest("form.prompt");
  if (!form) return;
  if (event.target.matches("[data-card]")) replacePick(event.target);
  if (event.target.matches("[data-renames]")) rename(event.target);
  update(form);
  saveDraft(form);
});

function rename(input) {
  const place = input.closest("[data-by-seat]").querySelector("[data-name]");
  place.textContent = input.value.trim() || input.placeholder;
}

// A tap on a seat's last card leads on to the next seat that has none; keys only move within the seat.
main.addEventListener("click", (event) => {
  const input = event.target;
  if (event.detail === 0 || !(input instanceof HTMLInputElement) || !input.matches("[data-card]") || !input.checked) return;
  const seat = input.closest("[data-by-seat]");
  if (!seat) return;
  const { max, type } = seat.closest("[data-field]").dataset;
  const full = type === "card_by_seat" || (max !== undefined && pickedIn(seat).length >= Number(max));
  if (full) setTimeout(() => leadOn(seat), 150);
});

function leadOn(seat) {
  const seats = [...seat.closest("[data-field]").querySelectorAll("[data-by-seat]")];
  const next = seats.find((one) => one !== seat && !pickedIn(one).length && !typedIn(one));
  if (!next) {
    seat.open = false;
    seat.querySelector("summary").scrollIntoView({ block: "nearest" });
    return;
  }
  for (const one of seats) one.open = one === next;
  next.querySelector("summary").scrollIntoView({ block: "nearest" });
}

document.addEventListener("redrawn", begin);
addEventListener("pageshow", begin);
begin();
