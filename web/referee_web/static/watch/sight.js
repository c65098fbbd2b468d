// What the page shows over and under the camera's picture: the cards that it knows, and those that somebody has to look at.

import { say } from "../messages.js";

const HALF = 1.3; // Half a frame's side round an index, in sizes of it
const WHY = { doubtful: () => say("Hard to read"), impossible: () => say("Cannot be here now") };

export function drawSight(canvas, { width, height }, cards, entered) {
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const pen = canvas.getContext("2d");
  pen.clearRect(0, 0, width, height);
  pen.lineWidth = 4;
  for (const card of cards) {
    const half = Math.max(14, card.size * HALF);
    pen.setLineDash(card.isKnown && !card.isDoubtful ? [] : [8, 6]);
    pen.strokeStyle = entered.has(card.code) ? "#9aa7a4" : card.isDoubtful ? "#ffc247" : "#43e0c4";
    pen.strokeRect(card.x - half, card.y - half, 2 * half, 2 * half);
  }
}

export function showDoubts(element, wrong) {
  const key = wrong.map(({ card, why }) => `${card.code} ${why} ${Math.round(card.x / 20)}`).join();
  if (element.dataset.shown === key) return;
  element.dataset.shown = key;
  element.replaceChildren(...wrong.map(({ card, why }) => {
    const figure = document.createElement("figure");
    const caption = Object.assign(document.createElement("figcaption"), { textContent: WHY[why]() });
    figure.append(card.cut(), caption);
    return figure;
  }));
}
