// Putting right what one sees: a tap on a card of a ruling, or on a score, opens the form of its entry at the thumb, and
// the next card that is tapped there takes the place of that one. What came of it is told on the page, as to everybody.

import { ask } from "../live/connection.js";
import { isFull, placeOf, swap } from "../cards/places.js";
import { tell } from "../cards/tabs.js";
import {
  addSheet, ADVICE, all, CARD, CORRECT, CORRECT_AGAIN, createButton, createElement, LEAD, main, nameOf, pageOf, PROMPTS,
} from "../dom.js";
import { pageRedrawn } from "../events.js";
import { say } from "../messages.js";
import "../cards/picker.js";

const title = createElement("h1", { id: "correcting", tabindex: "-1", autofocus: "" });
const leave = createButton({ class: "quiet leave", "aria-label": say("Leave as it is") }, "×");
const body = createElement("div", { class: "form narrow" });
// Within the page's main part, where the scripts of all forms look for them.
const dialog = createElement("dialog", { class: "correcting", "aria-labelledby": "correcting" }, title, leave, body);
const sheet = new URL("./correcting.css", import.meta.url).href;
// Before its sheet is there it would stand anywhere.
const styled = addSheet(sheet);

leave.addEventListener("click", () => dialog.close());

// Where the form was fetched from, and where it is sent.
let address = null;
// The card that the next one takes the place of.
let wrong = null;
// The page as it was when the form was sent: its news may come before the answer.
let sentAt = "";

// Opens the form that this link leads to, at the place that was tapped.
export async function open(link) {
  address = new URL(link.href);
  if (!dialog.isConnected) main.append(dialog);
  const answer = askFor(address.href);
  await styled;
  placeAnswer(await answer);
  aim();
  if (!dialog.open) dialog.showModal();
  pageRedrawn.send();
  const form = body.querySelector("form");
  if (wrong) {
    const others = isFull(placeOf(wrong)) ? [] : [{ label: say("Add a card"), act: () => addInstead(form) }];
    tell(form, say("Not the {card}? Tap the right one.", { card: nameOf(wrong) }), ...others);
  }
  const number = form?.querySelector(`input[type="number"][name="typed=${CSS.escape(address.searchParams.get("at"))}"]`);
  number?.focus();
  number?.select();
}

// The place of the card that was tapped is open, and the next card that is tapped takes its place.
function aim() {
  const [at, card] = ["at", "card"].map((name) => address.searchParams.get(name));
  const inputs = all(`form ${CARD}`, body);
  wrong = inputs.find(({ name, value, checked }) => checked && name === `pick=${at}` && value === card) ?? null;
  if (wrong) Object.assign(wrong.form.dataset, { openPlace: placeOf(wrong).id, clash: card });
}

// Nothing was wrong but that a card is missing.
function addInstead(form) {
  wrong = null;
  tell(form, say("Tap the card to add."));
}

// The page that answers; without a connection none.
async function askFor(url, options) {
  try {
    const { response, html } = await ask(url, { ...options, redirect: "manual" });
    // What is done leads on to the table.
    return { isDone: response.type === "opaqueredirect", page: pageOf(html) };
  } catch {
    return null;
  }
}

function placeAnswer(answer) {
  const page = answer?.page;
  // What somebody else entered has no form: the page says who corrects it.
  const form = page?.querySelector(`${PROMPTS}, ${ADVICE}`);
  const again = page?.querySelectorAll(CORRECT_AGAIN) ?? [];
  const heading = form && page.querySelector("h1");
  title.replaceChildren(...(heading ? heading.childNodes : [say("That didn’t work.")]));
  if (form) return body.replaceChildren(form, ...again);
  const why = page?.querySelector(LEAD)?.textContent.trim() || noConnection();
  body.replaceChildren(createElement("p", { class: "note wrong" }, why));
}

const noConnection = () => say("That didn’t work: no connection. Try again when it’s back.");

dialog.addEventListener("input", ({ target }) => {
  if (!wrong?.checked || !target.checked || placeOf(target) !== placeOf(wrong)) return;
  swap(wrong, target);
  wrong = null;
}, true);

dialog.addEventListener("submit", async (event) => {
  event.preventDefault();
  event.stopPropagation();
  const { target: form, submitter } = event;
  const filled = new URLSearchParams(new FormData(form));
  if (submitter?.name) filled.append(submitter.name, submitter.value);
  form.inert = true;
  sentAt = main.dataset.tag;
  const answer = await askFor(address.href, { method: "POST", body: filled });
  form.inert = false;
  if (answer?.isDone) return dialog.close("done");
  if (!answer) return tell(form, noConnection());
  placeAnswer(answer);
  pageRedrawn.send();
  title.focus();
});

// What reads cards from keys takes this one for itself.
dialog.addEventListener("keydown", (event) => { if (event.key === "Escape") event.stopPropagation(); }, true);

// The link that was tapped; once the card there is another one, the link at the same place of the same entry.
function linkNow() {
  const links = all(CORRECT).filter((link) => link.offsetParent);
  const placeIn = ({ pathname, searchParams }) => `${pathname} ${searchParams.get("at")}`;
  const isAlike = ({ href }) => placeIn(new URL(href)) === placeIn(address);
  return links.find(({ href }) => href === address.href) ?? links.find(isAlike);
}

const giveBack = () => (linkNow() ?? main).focus({ preventScroll: true });

// Whoever corrects to settle a dispute that somebody else settles meanwhile is told so, and corrects the entry alone,
// with what they have picked.
pageRedrawn.on(() => {
  const form = dialog.open && body.querySelector("form");
  const dispute = form && !form.inert && address.searchParams.get("dispute");
  const isOf = (link) => !dialog.contains(link) && new URL(link.href).searchParams.get("dispute") === dispute;
  if (!dispute || all(CORRECT).some(isOf)) return;
  address.searchParams.delete("dispute");
  tell(form, say("The dispute is settled. This changes the entry alone."));
});

// What was done is on the page, with the news of it, once that is drawn again.
dialog.addEventListener("close", () => {
  body.replaceChildren();
  const isDone = dialog.returnValue === "done";
  dialog.returnValue = "";
  if (!isDone || main.dataset.tag !== sentAt) return giveBack();
  main.focus({ preventScroll: true });
  // Before a keyboard is led on to what is to be entered next.
  const giveBackIfLost = () => { if ([main, document.body].includes(document.activeElement)) giveBack(); };
  pageRedrawn.on(giveBackIfLost, { once: true, capture: true });
});
