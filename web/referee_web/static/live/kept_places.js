// While the page is drawn again, whatever is touched, focused or looked at keeps its place on the screen; and people who
// use a keyboard or a screen reader keep their place on the page: the focus goes back to the element that had it if that
// was kept, otherwise to what replaced it.

import { HOLDER } from "./blocks.js";
import { all, CARD, FOLDED, main, TYPED } from "../dom.js";

const LOOKED_AT_MS = 10000;
let touchedThing = null;
let touchedWhen = 0;

addEventListener("pointerdown", ({ target }) => { touchedThing = target; touchedWhen = Date.now(); }, true);

const isInView = ({ top, bottom }) => bottom > 0 && top < innerHeight;
const holderOf = (element) => element.parentElement.closest(HOLDER)?.dataset.blocks;
const seenHeight = ({ top, bottom }) => Math.min(bottom, innerHeight) - Math.max(top, 0);

function withIds(element) {
  const found = [];
  for (let one = element?.closest("[id]"); one && one !== main; one = one.parentElement?.closest("[id]")) found.push(one);
  return main.contains(element) ? found : [];
}

// What must not move, most important first, with its position. At the top of the page, where news appear, only what
// was touched is held.
export function placesHeld() {
  const touchedNow = Date.now() - touchedWhen < LOOKED_AT_MS ? withIds(touchedThing) : [];
  // With a keyboard, a card or the empty field for typed ones has the focus by default.
  const waiting = document.activeElement?.matches(`${TYPED}:placeholder-shown, ${CARD}`);
  const held = [...touchedNow, ...(waiting ? [] : withIds(document.activeElement))];
  const placed = (element) => ({ id: element.id, within: holderOf(element), box: element.getBoundingClientRect() });
  const looked = scrollY > 0 ? all("form[id], section[id], details[id]").map(placed) : [];
  looked.sort((one, other) => seenHeight(other.box) - seenHeight(one.box));
  return [...held.map(placed), ...looked].filter(({ box }) => isInView(box));
}

export function holdPlace(places) {
  for (const { id, within, box } of places) {
    const found = document.getElementById(id);
    // What was folded away meanwhile, like the buzzer after a race, still has a box. A ruling goes below what is next.
    if (!found || found.parentElement.closest(FOLDED) || holderOf(found) !== within) continue;
    const again = found.getBoundingClientRect();
    if (!again.height) continue;
    window.scrollBy({ top: again.top - box.top, behavior: "instant" });
    return;
  }
}

// The focus

const saying = (element) => element.getAttribute("aria-label") ?? element.textContent;

// What replaced this element in `within`: of the same kind and with the same label; of several, the one in the same
// place.
function standIn(element, within, nth) {
  // Not `within.id`: where that is a form, it is the form's field called `id`.
  const now = document.getElementById(within.getAttribute("id"));
  if (!now || within === element) return now;
  const alike = all(element.localName, now);
  const saysTheSame = (one) => one && saying(one) === saying(element);
  return saysTheSame(alike[nth]) ? alike[nth] : alike.find(saysTheSame);
}

// Notes what in `main` has the focus; returns a function that puts it back and returns whether it could.
export function focusToKeep() {
  const element = document.activeElement;
  if (element === main || !main.contains(element)) return () => true;
  const within = element.closest("[id]");
  const nth = all(element.localName, within).indexOf(element);
  return () => {
    const found = element.isConnected ? element : standIn(element, within, nth);
    found?.focus({ preventScroll: true });
    return Boolean(found) && document.activeElement === found;
  };
}
