// Who came first: names are tapped in their order, and tapping a placed one takes it out again. The lists that work
// without scripts still hold the order; they are only hidden.

import { addSheet, all, announcer, createButton, createElement, fieldNamed, FORMS, main, NAME, ORDER } from "../dom.js";
import { pageRedrawn } from "../events.js";
import { say } from "../messages.js";

const LISTS = "[data-lists]";
const WHOSE = "[data-listed]";
const AMONG = "[data-among]";
const sheet = new URL("./finish_order.css", import.meta.url).href;

// Ties were tapped one after the other too: that order counts when a tie is undone.
const tapped = new WeakMap();
const names = new WeakMap();
const pairs = new WeakMap();

const listsIn = (field) => all("select", field);
const seatOf = (list) => list.closest("label").querySelector(WHOSE);
const nameOf = (list) => seatOf(list).querySelector(NAME).textContent;
const placeOf = (list) => say("{name}: place {n}", { name: nameOf(list), n: list.value });

// The lists in which a place is chosen, first place first, each with whether it ties with the one before.
function placed(field) {
  const known = tapped.get(field) || [];
  const lists = [...known, ...listsIn(field).filter((list) => !known.includes(list))];
  const order = lists.filter((list) => list.value).sort((one, other) => one.value - other.value);
  return order.map((list, at) => ({ list, together: at > 0 && list.value === order[at - 1].value }));
}

function write(field, order) {
  let place = 0;
  for (const list of listsIn(field)) list.value = "";
  order.forEach(({ list, together }, at) => {
    if (at === 0 || !together) place += 1;
    list.value = String(place);
  });
  tapped.set(field, order.map(({ list }) => list));
  field.dispatchEvent(new Event("input", { bubbles: true }));
  announcer.textContent = order.map(({ list }) => placeOf(list)).join(", ");
}

function tap(field, list) {
  const order = placed(field);
  const at = order.findIndex((one) => one.list === list);
  if (at < 0) return write(field, [...order, { list, together: false }]);
  const [{ together }] = order.splice(at, 1);
  if (order[at]) order[at].together &&= together;
  return write(field, order);
}

function join(field, list) {
  write(field, placed(field).map((one) => (one.list === list ? { list, together: !one.together } : one)));
}

// Drawing

// The button of this list, made once, so that a tapped button stays where it is.
function buttonOf(made, kind, list, act, ...children) {
  if (!made.has(list)) {
    const button = createButton({ class: "quiet", id: `${list.id}-${kind}` }, ...children);
    button.addEventListener("click", act);
    made.set(list, button);
  }
  return made.get(list);
}

function nameButton(field, list) {
  const place = createElement("span", { class: "at" });
  const button = buttonOf(names, "name", list, () => tap(field, list), seatOf(list).cloneNode(true), place);
  button.lastElementChild.textContent = list.value;
  button.setAttribute("aria-pressed", String(Boolean(list.value)));
  if (list.value) button.setAttribute("aria-label", placeOf(list));
  else button.removeAttribute("aria-label");
  return button;
}

function pairButton(field, before, { list, together }) {
  const button = buttonOf(pairs, "pair", list, () => join(field, list));
  button.textContent = say("{one} and {other} at the same time", { one: nameOf(before.list), other: nameOf(list) });
  button.setAttribute("aria-pressed", String(together));
  return button;
}

function rowIn(field, kind) {
  const found = field.querySelector(`[data-row=${kind}]`);
  if (found) return found;
  const row = createElement("div", { class: kind, "data-row": kind });
  field.querySelector(LISTS).before(row);
  return row;
}

function draw(field) {
  const order = placed(field);
  const focused = field.contains(document.activeElement) ? document.activeElement : null;
  rowIn(field, "in-turn").replaceChildren(...listsIn(field).map((list) => nameButton(field, list)));
  rowIn(field, "same-time").replaceChildren(...order.slice(1).map((one, at) => pairButton(field, order[at], one)));
  field.querySelector(LISTS).hidden = true;
  if (focused?.isConnected) focused.focus({ preventScroll: true });
}

// A toss decides between those who tied for first place; with a single winner there is none.
function offerToss(form, toss) {
  const order = placed(fieldNamed(toss.dataset.among, form));
  const first = order.filter(({ list }) => list.value === order[0].list.value).map(({ list }) => list.name.split("=")[2]);
  toss.hidden = first.length < 2;
  for (const choice of all("input", toss)) {
    choice.disabled = toss.hidden || Boolean(choice.value && !first.includes(choice.value));
    choice.closest("label").hidden = choice.disabled;
    if (choice.disabled && choice.checked) toss.querySelector('input[value=""]').checked = true;
  }
}

function drawOrders(form) {
  const fields = all(ORDER, form).filter((field) => listsIn(field).length);
  fields.forEach(draw);
  if (fields.length) all(AMONG, form).forEach((toss) => offerToss(form, toss));
}

// Before its sheet is there the names would stand anywhere.
await addSheet(sheet);

const drawAll = () => all(FORMS).forEach(drawOrders);

main.addEventListener("input", ({ target }) => { if (target.form) drawOrders(target.form); });
pageRedrawn.on(drawAll);
drawAll();
