// The outbox. Each entry is kept as it was sent until it is answered, so it survives a lost network, sleep, a reload
// and a closed browser, and is sent again when the referee is back: its id makes that harmless.

import { drop, keep, names, read } from "./phone_storage.js";
import { ask, seek, wake } from "./connection.js";
import { whenLifted } from "./touch_hold.js";
import { isAway, isLive, noteOnTheWay, remind, showUnsentEntries } from "./status_strip.js";
import {
  ALERT, ALERT_ANSWERED, all, GO, isFilled, isPick, LEAD, main, pageOf, NAME, signOf, takeSheets, TROUBLES, withKey,
} from "../dom.js";
import { say } from "../messages.js";

const SENDING = "[data-sending]";
const BUSY = "form[data-busy]";
const ENTRY_ID = 'input[name="id"]';

// An entry that another page on this phone is sending is left to that page.
const ANOTHER_MS = 20000;
// Refusals that may pass: too many requests, a gateway that is down, a full disk.
const RETRY_STATUSES = [429, 502, 503, 504, 507];
const unsentForms = new Set();
const waitingForAnswers = new Set();
let unansweredPosts = 0;
let sendingKept = false;
let takeAnswer = () => {};

// The referee answered, and says why it does not take this now.
class RetryLaterError extends Error {}

const nameOf = (id) => `unsent ${id}`;
const idOf = (form) => form.querySelector(ENTRY_ID);

// Oldest first.
function readKeptEntries() {
  const entries = names("unsent ").map((name) => read(name)).filter(Boolean);
  return entries.sort((one, other) => one.at - other.at);
}

// Sends what is kept, and from now on each form that is submitted. `take` is called with each answer to a form: the form,
// the page that came, and whether the entry was accepted.
export function beginSending(take) {
  takeAnswer = take;
  main.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.hasAttribute("data-send")) {
      event.preventDefault();
      if (isAway() && isNotYet(form)) showMessage(form, say("Not entered: something is still missing."));
      else send(form, event.submitter);
    } else if (isAway()) {
      // Otherwise the browser would leave the page for an error page of its own.
      event.preventDefault();
      remind("away", say("That didn’t work: no connection. Try again when it’s back."), true);
      wake();
    }
  });
  main.addEventListener("input", ({ target }) => target.form && showKept(target.form, false));
  sendKept(true);
}

// The referee says what is missing; without it nothing of the kind waits to be sent.
const isNotYet = (form) => Boolean(form.querySelector(GO)?.classList.contains("not-yet"));

export const isUnsent = (form) => unsentForms.has(form);
export const isSending = () => unansweredPosts > 0;

// Calls this now, or once everything on its way has been answered.
export function whenAnswered(act) {
  if (isSending()) waitingForAnswers.add(act);
  else act();
}

async function countOnTheWay(send) {
  unansweredPosts += 1;
  try {
    return await send();
  } finally {
    unansweredPosts -= 1;
    const due = isSending() ? [] : [...waitingForAnswers];
    due.forEach((act) => waitingForAnswers.delete(act));
    due.forEach((act) => act());
  }
}

// Everything that waits to be sent, oldest first.
export async function sendUnsent() {
  for (const form of [...unsentForms]) await send(form);
  await sendKept(false);
}

function showMessage(form, message) {
  const place = form.querySelector(SENDING);
  if (!place) return;
  place.textContent = message;
  place.hidden = !message;
}

// On a plain network, browsers have no `crypto.randomUUID`.
function newId() {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0"));
  return hex.join("").replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-8$4-");
}

function contentOf(body) {
  const content = new URLSearchParams(body);
  content.delete("id");
  return content.toString();
}

// What a form sends. One that was changed after it may have been sent is another entry: no two go under one id.
function bodyOf(form) {
  const body = new URLSearchParams(new FormData(form));
  const [before, content] = [form.dataset.sent, contentOf(body)];
  form.dataset.sent = content;
  if (before !== undefined && before !== content) {
    drop(nameOf(body.get("id")));
    idOf(form).value = newId();
    body.set("id", idOf(form).value);
  }
  return body;
}

// From the tap until the answer the button says so, and nothing there takes another tap. Returns what undoes that.
function showSending(form, button) {
  const words = button ? [...button.childNodes] : [];
  const bar = button?.closest("form") || form;
  const hadFocus = document.activeElement === button;
  form.dataset.busy = bar.dataset.busy = "yes";
  button?.replaceChildren(say("Sending…"));
  form.inert = bar.inert = true;
  return () => {
    form.inert = bar.inert = false;
    button?.replaceChildren(...words);
    delete form.dataset.busy;
    delete bar.dataset.busy;
    if (hadFocus && document.activeElement === document.body) button.focus({ preventScroll: true });
  };
}

// What is kept is said in the strip alone: until somebody changes it, its form looks as if it were sent.
function showKept(form, isKept) {
  if (form.hasAttribute("data-kept") === isKept) return;
  form.toggleAttribute("data-kept", isKept);
  const go = form.querySelector(GO);
  if (go) go.disabled = isKept;
}

const send = (form, button) => countOnTheWay(() => sendForm(form, button));

async function sendForm(form, button = form.querySelector(GO)) {
  if (form.dataset.busy) return;
  if (!form.isConnected) {
    unsentForms.delete(form);
    return;
  }
  const body = bodyOf(form);
  const entry = { id: body.get("id"), at: Date.now(), action: form.action, body: body.toString(), said: summaryOf(form) };
  const isKept = keep(nameOf(entry.id), entry);
  const noteArrived = noteOnTheWay();
  showKept(form, false);
  const endSending = showSending(form, button);
  showMessage(form, "");
  let page;
  try {
    page = await post(entry);
  } catch (error) {
    unsentForms.add(form);
    keepFailed(entry);
    whenLifted(() => {
      endSending();
      showUnsent(form, whyNot(error, isKept));
    });
    showWaiting();
    return;
  } finally {
    noteArrived();
  }
  whenLifted(endSending);
  unsentForms.delete(form);
  drop(nameOf(entry.id));
  showWaiting();
  showMessage(form, page.fresh ? "" : page.lead || say("That didn’t work. Try again."));
  if (page.fresh) takeAnswer(form, page.fresh, page.ok);
}

const keepFailed = (entry) => keep(nameOf(entry.id), { ...entry, failed: true });

// The refusal that stood there was for the entry before this one.
function showUnsent(form, why) {
  all(TROUBLES, form).forEach((element) => element.remove());
  showMessage(form, why);
  showKept(form, !why);
}

// Nothing where the strip says it.
function whyNot(error, isKept) {
  const why = (error instanceof RetryLaterError && error.message) || (isLive() && say("The referee isn’t answering."));
  if (why) return say("Not entered yet: {why}", { why });
  return isKept ? "" : say("Not sent: no connection. Leave this page open; it’s sent once you’re connected.");
}

// The page that answers; fails if there was no answer, or one that a second try may change.
async function post({ action, body }) {
  const { response, html } = await ask(action, { method: "POST", body: new URLSearchParams(body) });
  const page = pageOf(html);
  await takeSheets(page);
  const fresh = page.getElementById("main");
  const lead = page.querySelector(LEAD)?.textContent.trim();
  if (RETRY_STATUSES.includes(response.status)) throw new RetryLaterError(wordsOfTrouble(page) || lead);
  return { ok: response.ok, fresh: fresh?.dataset.live ? document.adoptNode(fresh) : null, lead };
}

async function sendKept(atArrival) {
  if (sendingKept) return;
  sendingKept = true;
  showWaiting();
  try {
    await sendKeptInTurn(atArrival);
  } finally {
    sendingKept = false;
    showWaiting();
  }
}

async function sendKeptInTurn(atArrival) {
  const idsOnPage = [...unsentForms, ...all(BUSY)].map((form) => idOf(form).value);
  for (const entry of readKeptEntries()) {
    const isAnotherPages = !atArrival && !entry.failed && Date.now() - entry.at < ANOTHER_MS;
    if (idsOnPage.includes(entry.id) || isAnotherPages) continue;
    const isAnswered = await countOnTheWay(() => sendKeptEntry(entry));
    if (!isAnswered) break;
  }
}

// The same form is on the page again, with the picks that were kept: sent by hand, it keeps its id, so that it counts
// once.
function findFormOf(entry) {
  const key = new URLSearchParams(entry.body).get("form") || "";
  const form = withKey(key);
  if (form) {
    idOf(form).value = entry.id;
    form.dataset.sent = contentOf(entry.body);
  }
  return form;
}

// Returns whether it was answered.
async function sendKeptEntry(entry) {
  const form = findFormOf(entry);
  let page;
  try {
    page = await post(entry);
  } catch {
    keepFailed(entry);
    return false;
  }
  drop(nameOf(entry.id));
  const why = page.fresh ? (enteredInstead(page.fresh) || wordsOfTrouble(page.fresh)) : page.lead;
  if (page.fresh) takeAnswer(form || document.createElement("form"), page.fresh, page.ok);
  const outcome = page.ok
    ? say("Entered now that the connection is back: {what}.")
    : say("Not entered, it no longer fits: {what}. {why}", { why });
  remind(entry.id, outcome, !page.ok, entry.said);
  return true;
}

// Who entered what in its place: “Cy for Ben: 9♦”.
const enteredInstead = (page) => page.querySelector(ALERT_ANSWERED) && page.dataset.entered;

// The words of an element, without what is only for the eye.
function wordsIn(element, without) {
  const copy = element?.cloneNode(true);
  if (copy) all(without, copy).forEach((element) => element.remove());
  return copy?.textContent.trim().replace(/\s+/g, " ") || "";
}

const wordsOfTrouble = (page) => wordsIn(page.querySelector(ALERT), "strong, details, form, a");

function showWaiting() {
  const failed = readKeptEntries().filter((entry) => entry.failed);
  showUnsentEntries(failed.map((entry) => entry.said));
  seek(failed.length > 0 || unsentForms.size > 0);
}

// The content of a form, for people: its heading, and what is picked and typed in it.
function summaryOf(form) {
  const title = form.dataset.asks ?? wordsIn(form.querySelector("h2"), "[aria-hidden], [data-now]");
  const values = wordsOf(form);
  return values ? `${title}, ${values}` : title;
}

// What is picked and typed in a form.
export function wordsOf(form) {
  const fields = [...form.elements].filter((element) => element.matches("input:not([type=hidden]), select, textarea"));
  return fields.filter(isFilled).map(wordFor).filter(Boolean).join(" ");
}

function wordFor(input) {
  if ("card" in input.dataset) return signOf(input);
  const label = input.closest("label");
  if (isPick(input)) return label?.textContent.trim();
  return [label?.querySelector(NAME)?.textContent.trim(), input.value.trim()].filter(Boolean).join(" ");
}
