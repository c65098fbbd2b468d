// At a new event, how people meet says how results count, until somebody says so themselves.

import { main } from "./dom.js";

const counts = main.querySelector("[name=counts]");
let isChosen = false;

main.addEventListener("change", ({ target }) => {
  if (target === counts) isChosen = true;
  else if (target.dataset.counts && !isChosen) counts.value = target.dataset.counts;
});
