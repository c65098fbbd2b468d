// Pages beside a finished match, such as its log, show the way to its rematch the moment it begins.

import { ask, follow } from "../live/connection.js";

const SELECTOR = "[data-rematch]";
const place = document.querySelector(SELECTOR);

async function look() {
  const { html } = await ask(location.href, { cache: "no-store" }).catch(() => ({ html: "" }));
  const way = new DOMParser().parseFromString(html, "text/html").querySelector(SELECTOR)?.firstElementChild;
  if (way && !place.firstElementChild) place.append(document.adoptNode(way));
  return Boolean(html);
}

if (!place.firstElementChild) follow(place.dataset.rematch, { state() {}, reached: look, changed: look });
