// Pages beside a running match, such as its log, say that something has changed since they were opened.

import { follow } from "../live/connection.js";

const place = document.querySelector("[data-moved]");

function changed(seq) {
  if (Number(seq) > Number(place.dataset.moved)) place.hidden = false;
}

follow(place.dataset.follows, { state() {}, reached: async () => true, changed });
