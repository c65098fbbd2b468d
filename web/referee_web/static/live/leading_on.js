// Once an event goes on, its phones go where it leads them. Whoever is filling something in stays with it, and is told.

import { all, createElement, isTouched, main } from "../dom.js";
import { say } from "../messages.js";

const FIELDS = "input:not([type=hidden]), select, textarea";

export function isBegun(form) {
  const fields = all(FIELDS, form);
  return form.hasAttribute("data-refused") || fields.some((field) => field === document.activeElement || isTouched(field));
}

let way = null;

export function leadOn(url) {
  if (!all("form", document).some(isBegun)) {
    location.assign(url);
  } else if (way) {
    way.href = url;
  } else {
    const words = `${say("The event has gone on. What you have begun here stays.")} `;
    way = createElement("a", { class: "button go", href: url }, say("Go on"));
    main.before(createElement("p", { class: "note", role: "alert" }, words, way));
  }
}
