// Drafts: forms begun and not yet sent are filled in again after a reload.

import { beginGroup } from "./places.js";
import { all, CARD, main, TYPED } from "../dom.js";
import { entryAnswered, pageRedrawn } from "../events.js";
import { drop, keep, names, read, sweep } from "../live/phone_storage.js";
import { remind } from "../live/status_strip.js";
import { count } from "../messages.js";

const GROUPS = "[data-groups]";

// Not `form.id`: that is the form's field called `id`.
const draftOf = (form) => `draft ${form.getAttribute("id")} ${form.dataset.shape}`;

export function saveDraft(form) {
  if (!form.hasAttribute("data-send")) return;
  const entries = [...new FormData(form)].filter(([name, value]) => value && /^(pick|typed|none)=/.test(name));
  // The next card goes where the last one went.
  if (entries.length) keep(draftOf(form), [...entries, ["place", form.dataset.openPlace || ""]]);
  else drop(draftOf(form));
}

// Fills the form once with its draft; `picked` is called with each card or choice, in the order of the taps.
export function restoreDraft(form, picked) {
  if (!form.hasAttribute("data-send") || form.hasAttribute("data-answered") || form.dataset.restored) return;
  form.dataset.restored = "yes";
  const entries = read(draftOf(form)) || [];
  // Cards that were picked from the start may have been taken out.
  if (entries.length) {
    for (const input of all(CARD, form)) input.checked = false;
    for (const input of all(TYPED, form)) input.value = "";
  }
  for (const [name, value] of entries) {
    if (name === "place") form.dataset.openPlace = value;
    const like = all("input, select", form).filter((input) => input.name === name);
    const pick = like.find((input) => isPick(input) && input.value === value && !input.checked);
    const typed = like.find((input) => !isPick(input) && input.type !== "hidden");
    const groups = value === "/" && name.startsWith("pick=") && like[0]?.closest(GROUPS);
    if (groups) beginGroup(groups);
    else if (pick) {
      pick.checked = true;
      picked(pick);
    } else if (typed) {
      typed.value = value;
    }
  }
}

const isPick = (input) => input.type === "checkbox" || input.type === "radio";

function tidy() {
  const lost = sweep();
  if (lost) {
    remind("another", count(
      "{n} entry waited here for a seat this phone no longer has. It wasn’t sent.",
      "{n} entries waited here for a seat this phone no longer has. They weren’t sent.",
      lost,
    ), true);
  }
  if ("finished" in main.dataset) names("draft ").forEach(drop);
}

entryAnswered.on(({ detail: { form, ok } }) => { if (ok) drop(draftOf(form)); });
pageRedrawn.on(tidy);
tidy();
