// The strip at the thumb: whether this phone is connected, what waits to be sent, and what became of it.

import { whenLifted } from "./touch_hold.js";
import { drop, keep, keeps, names, read } from "./phone_storage.js";
import { createButton, createElement } from "../dom.js";
import { count, say } from "../messages.js";

const WONDER_MS = 400;
const strip = document.getElementById("connection");
const notes = createElement("ul", { role: "alert" });
const word = createElement("strong", {});
const more = createElement("span", {});
const line = createElement("p", { role: "status" }, word, " ", more);
const retry = createButton({ class: "quiet" }, say("Try now"));
let state = "connecting";
let trouble = "";
let onTheWay = 0;
let unsent = [];
let notKept = [];

const CALM = ["live", "connecting"];
const WORDS = {
  live: () => say("Live"),
  connecting: () => say("Connecting…"),
  slow: () => say("Not live"),
  away: () => say("No connection"),
};

// What is wrong and what helps, in words, for pages without the strip.
export const adviseAway = () => `${WORDS.away()}. ${remedy()}`;

const remedy = () => (navigator.onLine
  ? say("Is this phone in the referee’s Wi-Fi, and is the referee running?")
  : say("Turn this phone’s Wi-Fi on."));

function advice() {
  if (trouble && state !== "away") return trouble;
  if (state === "slow") return say("Too many phones are connected here. This one checks every few seconds.");
  if (state !== "away") return "";
  return keeps() ? `${remedy()} ${say("What you enter is kept here.")}` : remedy();
}

// As the strip grows and shrinks, what is above it moves.
const show = () => whenLifted(draw);
const showNotes = () => whenLifted(drawNotes);

function draw() {
  if (!strip) return;
  const condition = trouble && state !== "away" ? "slow" : state;
  strip.dataset.state = condition;
  word.textContent = onTheWay ? say("Sending…") : WORDS[condition]();
  const waits = unsent.length ? count("{n} entry waits to be sent.", "{n} entries wait to be sent.", unsent.length) : "";
  more.textContent = [waits, advice()].filter(Boolean).join(" ");
  retry.hidden = state !== "away";
  fit();
}

// While all is well and there is nothing to read, styles make the strip a dot.
function fit() {
  strip.toggleAttribute("data-calm", CALM.includes(strip.dataset.state) && notes.hidden);
  measure();
}

// Whatever sticks to the bottom of the window stays above the strip.
function measure() {
  document.documentElement.style.setProperty("--strip", `${strip.offsetHeight}px`);
}

export function showState(now) {
  if (now === state) return;
  state = now;
  show();
}

// Says why the referee cannot show the table just now; with an empty text, that it can.
export function showTrouble(now) {
  if (now === trouble) return;
  trouble = now;
  show();
}

// Says that something is on its way if that takes noticeably long; call the function it returns once it has arrived.
export function noteOnTheWay() {
  let isShown = false;
  const late = setTimeout(() => { isShown = true; onTheWay += 1; show(); }, WONDER_MS);
  return () => {
    clearTimeout(late);
    if (!isShown) return;
    onTheWay -= 1;
    show();
  };
}

export const isAway = () => state === "away";
export const isLive = () => state === "live";

// Shows how many entries wait to be sent.
export function showUnsentEntries(entries) {
  unsent = entries;
  show();
}

// Says what became of an entry that waited, until somebody has read it. What the same is said of is said together: it
// stands where the text has {what}.
export function remind(id, text, wrong, what = "") {
  keep(`note ${id}`, { at: Date.now(), text, wrong, what });
  notKept = notKept.filter((note) => note.name !== id);
  if (!names("note ").includes(`note ${id}`)) notKept.push({ name: id, text, wrong, what });
  showNotes();
}

function drawNotes() {
  const stored = names("note ").map((name) => ({ name, ...read(name) })).sort((note, other) => note.at - other.at);
  const all = [...stored, ...notKept];
  const texts = [...new Set(all.map(({ text }) => text))];
  notes.replaceChildren(...texts.map((text) => noteOf(all.filter((note) => note.text === text))));
  notes.hidden = !notes.children.length;
  fit();
}

function noteOf(alike) {
  const [{ text, wrong }] = alike;
  const whats = alike.map(({ what }) => what).filter(Boolean).join("; ");
  const sentence = createElement("span", {}, text.replace("{what}", () => whats));
  const read = createButton({ class: "quiet" }, say("OK"));
  read.addEventListener("click", () => {
    for (const { name } of alike) drop(name);
    notKept = notKept.filter((note) => !alike.some(({ name }) => name === note.name));
    showNotes();
  });
  return createElement("li", { class: wrong ? "wrong" : "" }, sentence, read);
}

// `again` is called when somebody asks not to wait.
export function showStrip(again) {
  if (!strip) return;
  retry.addEventListener("click", again);
  strip.replaceChildren(notes, line, retry);
  new ResizeObserver(measure).observe(strip);
  show();
  showNotes();
}
