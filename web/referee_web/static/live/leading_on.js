// Once an event goes on, its phones go where it leads them. Whoever is filling something in stays with it, and is told.

import { createElement, main } from "../dom.js";
import { say } from "../messages.js";

let note = null;

export function leadOn(url, isFilling) {
  if (!isFilling) {
    location.assign(url);
    return;
  }
  note?.remove();
  const words = `${say("The event has gone on. What you have begun here stays.")} `;
  const way = createElement("a", { class: "button go", href: url }, say("Go on"));
  note = createElement("p", { class: "note", role: "alert" }, words, way);
  main.before(note);
}
