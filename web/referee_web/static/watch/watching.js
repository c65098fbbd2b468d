// A camera over the table: cards that lie still are read, shown on all phones for a moment, and entered. Pictures stay on
// this device; what is sent are cards, as if somebody had tapped them.

import { Reader } from "../photo/reader.js";
import { say } from "../messages.js";
import { answered, newsOf, possible } from "./asked.js";
import { Camera } from "./camera.js";
import { Eye } from "./eye.js";
import { SeatPlaces } from "./seat_places.js";
import { drawSight, showDoubts } from "./sight.js";
import { Watcher } from "./watcher.js";

const LOOK_MS = 200;
const SECONDS = 2;

const main = document.getElementById("main");
const find = (name) => main.querySelector(`[data-${name}]`);
const video = main.querySelector("video");
const reader = new Reader();
const watcher = new Watcher(main.dataset);
const places = new SeatPlaces(find("places"), main.dataset.seats.split("\n"));
const entered = new Set(); // Cards that were entered and may still lie there
let camera = null;
let isStill = false; // Nothing moves, and all that lies there was read
let draft = null; // What all phones show: { id, key, timer }
let settled = ""; // What was stopped or refused, until other cards lie there

// Beginning and ending

const REASONS = {
  NotAllowedError: say("The browser was not allowed to use the camera. Allow it in the browser's settings for this page, then try again."),
  NotFoundError: say("There is no camera on this device. Photograph cards on a phone instead."),
  NotReadableError: say("Another program uses the camera. Close it, then try again."),
};

function whyNot(error) {
  if (!navigator.mediaDevices) return say("Browsers lend their camera only to pages that are served by HTTPS, or on the referee's own computer. Photograph cards on a phone instead, or start the referee with --https.");
  return REASONS[error.name] ?? String(error.message ?? error);
}

async function begin() {
  find("why").hidden = true;
  try {
    await watcher.allow();
    camera = await Camera.open(video);
  } catch (error) {
    showWhy(error.told ?? whyNot(error));
    find("instead").hidden = false;
    return;
  }
  find("before").hidden = true;
  find("sight").hidden = find("during").hidden = false;
  reader.prepare();
  watcher.follow(() => update(), end);
  look();
}

function end(why) {
  clearTimeout(draft?.timer);
  camera?.close();
  camera = null;
  reader.stop();
  find("sight").hidden = find("during").hidden = true;
  find("before").hidden = false;
  showWhy(why);
}

function showWhy(why) {
  find("why").textContent = why;
  find("why").hidden = !why;
}

// What is known before anybody taps: that it cannot be, that it is not allowed, or that it went on already.
function arrive() {
  const mayBegin = "host" in main.dataset || watcher.isAllowed;
  if (!navigator.mediaDevices) showWhy(whyNot());
  else if (!mayBegin) showWhy(say("Only a device that the host lets watch does so: the host finds “Let the table be watched” in the menu."));
  find("instead").hidden = Boolean(navigator.mediaDevices);
  find("begin").disabled = !navigator.mediaDevices || !mayBegin;
  if (navigator.mediaDevices && watcher.isGoing) begin();
}

// Looking

const letters = () => document.documentElement.dataset.letters ?? "";
const eye = new Eye(async (picture) => {
  const among = watcher.view && possible(watcher.view, entered);
  const answer = await reader.read(picture, { letters: letters(), copies: 1, among, onShare: () => {} }).catch(() => null);
  return answer?.readings ?? null;
});

async function look() {
  if (!camera) return;
  const begun = performance.now();
  const { isStill, isElsewhere } = await eye.look(camera);
  if (isElsewhere) tell(say("The picture has changed altogether. If the camera was moved, drag the names to where everybody sits."));
  update(isStill);
  setTimeout(look, Math.max(20, LOOK_MS - (performance.now() - begun)));
}

// What the cards come to

const seatOf = (card) => places.nearest(card.middle.x / camera.width, card.middle.y / camera.height, camera.width / camera.height);

function update(nothingMoves = isStill) {
  isStill = nothingMoves;
  if (!camera || !watcher.view) return;
  drawSight(main.querySelector("[data-sight] canvas"), camera, eye.cards, entered);
  const found = answered(watcher.view.prompts, newsOf(eye.cards, watcher.view, entered), seatOf);
  showDoubts(find("doubts"), found?.wrong ?? []);
  const key = found?.entries ? JSON.stringify(found.entries) : "";
  if (draft && draft.key !== key) drop();
  if (settled !== key) settled = "";
  if (!draft) tell(toldOf(found));
  if (key && !draft && key !== settled && isStill) propose(found, key);
}

function toldOf(found) {
  if (watcher.view.finished) return watcher.view.next;
  if (!found) return say("This is entered on a phone: {what}", { what: watcher.view.next });
  if (found.wrong.length) return say("Somebody has to look at this: enter it on a phone, or lay the cards apart.");
  if (found.waitsFor.length) return say("{what} Waiting for {names}.", { what: found.prompt.title, names: found.waitsFor.join(", ") });
  return say("{what}: lay the cards open, a little apart.", { what: found.prompt.title });
}

async function propose(found, key) {
  const seconds = found.isSure && !find("asks").checked ? SECONDS : null;
  const id = crypto.randomUUID();
  draft = { id, key, timer: 0 };
  const entries = found.entries.map((each) => ({ ...each, id: crypto.randomUUID() }));
  try {
    await watcher.propose(id, entries, seconds);
  } catch (error) {
    draft = null;
    settled = key;
    tell(error.told);
    return;
  }
  showDraft(found.entries, seconds);
  if (seconds !== null) draft.timer = setTimeout(() => enter(id, key), 1000 * seconds);
}

async function enter(id, key) {
  try {
    await watcher.enter(id);
  } catch (error) {
    settled = key;
    tell(error.told);
  }
  if (draft?.id === id) showDraft(null);
}

function drop() {
  clearTimeout(draft.timer);
  watcher.drop(draft.id);
  showDraft(null);
}

function showDraft(entries, seconds) {
  find("draft").hidden = !entries;
  if (!entries) {
    draft = null;
    return;
  }
  const shown = entries.map(({ data, seat }) => [seat, ...Object.values(data).map(written)].filter(Boolean).join(" "));
  find("seen").textContent = shown.join(", ");
  find("draft").style.setProperty("--seconds", `${seconds ?? 0}s`);
  tell(seconds === null ? say("Right? Then tap “Enter” on a phone.") : say("Entered in a moment:"));
}

const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };
const cardWritten = (code) => code.replace("T", "10").replace(/[CDHS]$/, (suit) => SIGNS[suit]);
function written(value) {
  if (typeof value === "string") return cardWritten(value);
  if (Array.isArray(value)) return value.map(cardWritten).join(" ");
  return Object.entries(value).map(([seat, cards]) => `${seat} ${written(cards)}`).join(", ");
}

function tell(text) {
  if (text !== undefined && find("told").textContent !== text) find("told").textContent = text;
}

// What happened at the table: our draft was entered or dropped there, by whomever.
watcher.heard = ({ entries, isDropped, ruling }) => {
  if (isDropped && draft) {
    settled = draft.key;
    clearTimeout(draft.timer);
    showDraft(null);
    tell(say("Stopped. Lay the cards anew, or enter them on a phone."));
  }
  if (entries) {
    for (const code of JSON.stringify(entries.map(({ data }) => data)).match(/"[^"]+"/g) ?? []) entered.add(code.slice(1, -1));
    showDraft(null);
  }
  if (!ruling) return;
  find("ruled").textContent = ruling;
  if (find("speaks").checked) speak(ruling);
};

function speak(text) {
  const said = new SpeechSynthesisUtterance(text);
  said.lang = document.documentElement.lang;
  globalThis.speechSynthesis?.speak(said);
}

find("begin").addEventListener("click", begin);
find("drop").addEventListener("click", () => draft && ((settled = draft.key), drop()));
find("end").addEventListener("click", () => { watcher.stop(); end(""); });
arrive();
