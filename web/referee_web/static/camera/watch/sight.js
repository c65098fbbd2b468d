// What the page shows over and under the camera's picture: the cards that it knows, and those that somebody has to look at.

import { createElement } from "../../dom.js";
import { say } from "../../messages.js";
import { COLOURS, written as cardWritten } from "../photo/marks.js";

const HALF = 1.3; // Half a frame's side round an index, in sizes of it
const WHY = {
  doubtful: () => say("Hard to read"),
  impossible: () => say("Can’t be here now"),
  unread: () => say("Not read"),
};

function colourOf(card, known) {
  if (known.has(card)) return COLOURS.known;
  return card.isDoubtful ? COLOURS.doubtful : COLOURS.new;
}

export function drawSight(canvas, { width, height }, cards, known) {
  const keyOf = (card) => [card.code, card.x | 0, card.y | 0, card.isKnown, card.isDoubtful, known.has(card)];
  const key = cards.map(keyOf).join();
  if (canvas.dataset.shown === key && canvas.width === width) return; // Drawing nothing new costs as much as looking
  canvas.dataset.shown = key;
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const pen = canvas.getContext("2d");
  pen.clearRect(0, 0, width, height);
  pen.lineWidth = 4;
  for (const card of cards) {
    const half = Math.max(14, card.size * HALF);
    pen.setLineDash(card.isKnown && !card.isDoubtful ? [] : [8, 6]);
    pen.strokeStyle = colourOf(card, known);
    pen.strokeRect(card.x - half, card.y - half, 2 * half, 2 * half);
  }
}

// What somebody has to look at: its picture, why, and a menu of the cards that it may be. `named` hears which it is, "" for
// none.
export function showDoubts(element, wrong, codes, named) {
  const keyOf = ({ card, why }) => `${card.code} ${why} ${Math.round(card.x / 20)} ${Math.round(card.y / 20)}`;
  const key = wrong.map(keyOf).join() + codes.join("");
  if (element.dataset.shown === key) return;
  element.dataset.shown = key;
  element.replaceChildren(...wrong.map(({ card, why }) => {
    const caption = createElement("figcaption", {}, WHY[why]());
    return createElement("figure", {}, card.cut(), caption, menu(card, codes, named));
  }));
}

function menu(card, codes, named) {
  const select = createElement("select", { "aria-label": say("Which card is this?") });
  const likely = [card.code, ...(card.others ?? [])].filter((code) => codes.includes(code));
  const rest = codes.filter((code) => !likely.includes(code));
  const cards = [...likely, ...rest].map((code) => new Option(written(code), code));
  select.append(new Option(say("Which card is this?"), "?"), new Option(say("No card"), ""), ...cards);
  select.addEventListener("change", () => select.value !== "?" && named(card, select.value));
  return select;
}

// Jokers as this table calls them.
const jokers = () => new Map(document.getElementById("main").dataset.jokerNames.split("\n").map((line) => line.split("=")));

// A card, cards, or those of each seat, as people write them.
export function written(value) {
  if (value === true || value === false) return value ? say("yes") : say("no");
  if (typeof value === "string") return jokers().get(value) ?? cardWritten(value);
  if (Array.isArray(value)) return value.map(written).join(" ");
  return Object.entries(value).map(([seat, cards]) => `${seat}\u00a0${written(cards)}`).join(", ");
}
