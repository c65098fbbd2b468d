// A camera over the table: cards that lie still are read, shown on all phones for a moment, and entered. Pictures stay on
// this device; what is sent are cards, as if somebody had tapped them.

import { asColourOrGrey, swapped } from "../photo/colour_and_grey.js";
import { Reader } from "../photo/reader.js";
import { SeatPlaces } from "../photo/seat_places.js";
import { rememberCamera } from "../photo/used.js";
import { createButton, main } from "../../dom.js";
import { say } from "../../messages.js";
import { Advice, ViewTest } from "./advice.js";
import { answered } from "./asked.js";
import { Camera } from "./camera.js";
import { areAgreed, fateOf } from "./draft.js";
import { Eye } from "./eye.js";
import { askedIn, codesIn, KnownCards } from "./known.js";
import { drawSight, showDoubts, written } from "./sight.js";
import { Seating } from "./seating.js";
import { askWhoLed, sayElsewhere, sayWhatIsMissing } from "./telling.js";
import { Watcher } from "./watcher.js";

const LOOK_MS = 200;
const AGAIN_MS = 80; // Until a place is read once more
const WARNS_MS = 8000;
const SLOW_MS = 4000; // To read the whole picture: a smaller one then
const SECONDS = 2;
const SECONDS_OF_ANY_NUMBER = 5; // Where nobody knows how many cards will lie there

const find = (name) => main.querySelector(`[data-${name}]`);
const video = main.querySelector("video");
const deck = main.dataset.deck.split(" ");
const reader = new Reader();
const watcher = new Watcher(main.dataset);
const places = new SeatPlaces(find("places"), main.dataset.seats.split("\n"));
const known = new KnownCards();
const advice = new Advice();

// What this page goes by from look to look.
class Watch {
  camera = null;
  seen = {}; // Whether what lies there lies still, and all of it was read
  wasReady = false; // Whether the eye had seen the table when it looked last
  warnedAt = -Infinity; // When the camera was last seen to be moved
  testing = null; // The test of the view, while it lasts

  draft = null; // What all phones show: { id, key, codes, isAgreed, seq, fate, timer }
  settled = ""; // What was entered, stopped or refused, until other cards lie there
  refusedAt = null; // The number of the log at which it was refused: once that has grown it may be taken
  haveDecided = -1; // The number of the log at which somebody said that all have decided
  led = { key: "", seat: "" }; // Who led the trick of these cards, as somebody has said

  words = wordsIn(main); // What people call the places of the game
  laidBy = new Map(); // Of the cards that the camera entered, who laid them, where that is somebody
  askedBefore = new Map(); // Cards that could be entered when the page last heard of the table, with how many of each
  copies = 1; // Of each card, as far as it is known
}
const watch = new Watch();

// Beginning and ending

const REASONS = {
  NotAllowedError: say(
    "The browser isn’t allowed to use the camera. Allow it in the browser’s settings for this page, then try again.",
  ),
  NotFoundError: say("This device has no camera. Photograph cards on a phone instead."),
  NotReadableError: say("Another program is using the camera. Close it, then try again."),
};

function whyNot(error) {
  if (!navigator.mediaDevices) {
    return say(
      "Browsers only let HTTPS pages use the camera, or pages on the referee’s own computer. The host’s “Watch with a phone” opens one.",
    );
  }
  return REASONS[error.name] ?? String(error.message ?? error);
}

async function begin() {
  rememberCamera();
  find("why").hidden = true;
  find("begin").disabled = true; // A second tap would ask for a right and a camera again
  try {
    await watcher.allow();
    const sayGone = () => end(say("The camera is gone. Reconnect it, then tap “Watch with this camera”."));
    watch.camera = await Camera.open(video, sayGone);
  } catch (error) {
    showWhy(error.told ?? whyNot(error));
    find("instead").hidden = false;
    return;
  } finally {
    find("begin").disabled = false;
  }
  find("before").hidden = true;
  find("sight").hidden = find("during").hidden = false;
  reader.prepare();
  watcher.follow(update, end);
  look();
}

function end(why) {
  showDraft(null);
  watch.camera?.close();
  watch.camera = null;
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
  else if (!mayBegin) showWhy(say("The host has to let this device watch: it’s “Watch with a camera” in the menu ⋯."));
  find("instead").hidden = Boolean(navigator.mediaDevices);
  find("begin").disabled = !navigator.mediaDevices || !mayBegin;
  if (navigator.mediaDevices && watcher.isGoing) begin();
}

// Looking

const letters = () => document.documentElement.dataset.letters ?? "";
const hasColourAndGrey = main.dataset.jokers === "colour-grey";
const eye = new Eye(async (picture, isThorough) => {
  const possible = watch.testing ? null : watcher.view && known.possible(watcher.view, deck);
  const among = hasColourAndGrey ? possible?.map(swapped) : possible;
  const how = { letters: letters(), copies: watch.copies, among, isThorough, onShare: () => {} };
  const answer = await reader.read(picture, how).catch(() => null);
  if (!answer) return null;
  return hasColourAndGrey ? answer.readings.map(asColourOrGrey) : answer.readings;
});

async function look() {
  if (!watch.camera) return;
  const begun = performance.now();
  watch.seen = await eye.look(watch.camera, new Set([...watch.askedBefore.keys(), ...known.codes]), watch.copies);
  if (watch.seen.isElsewhere) {
    watch.warnedAt = begun;
    known.findAnew();
  }
  if (await isTooSlow()) eye.begin();
  update();
  setTimeout(look, Math.max(20, (eye.isReading ? AGAIN_MS : LOOK_MS) - (performance.now() - begun)));
}

// Whether the machine did not keep up with the first picture, and a smaller one is taken from now on.
async function isTooSlow() {
  const tooLong = eye.wholeTook > SLOW_MS;
  eye.wholeTook = 0;
  return tooLong && Boolean(watch.camera) && watch.camera.shrink();
}

// What the cards come to

function update() {
  if (!watch.camera || !watcher.view) return;
  if (eye.isReady && !watch.wasReady) known.addLying(eye.cards, watcher.view);
  watch.wasReady = eye.isReady;
  const news = newsNow();
  if (watch.testing) return showTest();
  const proposal = findProposal(news);
  showProposal(proposal, news);
  weighDraft(proposal.key, news);
  tellOrPropose(proposal);
}

// `answer` is what the cards answer, and `cards` names it; `entries` are what is entered of it, by their `key`, once nobody
// has to say anything first: who led, or that all have decided.
function findProposal(news) {
  const { seats, places: named } = places.in(watch.camera);
  const unread = eye.unread.filter((place) => !known.isInOpenHand(place));
  const answer = answered(watcher.view.prompts, news, unread, new Seating(seats, named));
  const cards = JSON.stringify(answer?.entries ?? null);
  const asksWhoLed = Boolean(answer?.entries && answer.whoLed) && watch.led.key !== cards;
  const isUndecided = Boolean(answer?.decides) && watch.haveDecided !== watcher.view.seq;
  const waitsForWord = isUndecided || asksWhoLed;
  const entries = answer?.entries && !waitsForWord ? withLeader(answer, cards) : null;
  const key = entries ? JSON.stringify(entries) : "";
  return { answer, cards, asksWhoLed, isUndecided, entries, key };
}

function showProposal({ answer, cards, asksWhoLed, isUndecided }, news) {
  // What is secret is not shown before everybody has turned it up.
  const shown = answer?.isSecret ? eye.cards.filter((card) => known.has(card)) : eye.cards;
  const wrong = answer?.wrong ?? [];
  drawSight(main.querySelector("[data-sight] canvas"), watch.camera, shown, known);
  showAdvice(advice.of(news, wrong));
  showDoubts(find("doubts"), wrong, choicesOf(answer), nameCard);
  showLeaders(asksWhoLed ? answer.whoLed : null, cards);
  find("decided").hidden = !isUndecided;
  find("all-decided").textContent = answer?.isPart ? say("Nobody else shows cards") : say("Everyone has decided");
  find("elsewhere").textContent = answer ? sayElsewhere(watcher.view.prompts) : "";
}

function nameCard(card, code) {
  eye.name(card, code);
  update();
}

function tellOrPropose({ answer, asksWhoLed, entries, key }) {
  const mayBeTakenNow = watch.refusedAt !== null && watch.refusedAt !== watcher.view.seq;
  if (watch.settled !== key || mayBeTakenNow) settle("");
  if (!watch.draft && !watch.settled) tell(asksWhoLed ? askWhoLed(answer.whoLed) : sayWhatIsMissing(answer, whatIsSeen()));
  const isNew = key && !watch.draft && key !== watch.settled;
  if (!isNew) return;
  const hasCome = answer.isSure ? watch.seen.isStill : watch.seen.isSettled;
  if (hasCome) propose(answer, entries, key);
}

// The cards that lie there and were not entered, but for those of an open hand.
function newsNow() {
  if (!eye.isReady) return [];
  const news = known.newsOf(eye.cards, watcher.view, deck);
  known.addOpenHands(news, watcher.view);
  return news.filter((card) => !known.has(card));
}

// It stands there until the next cards are entered.
function showAdvice(text) {
  if (!text) return;
  find("advice").textContent = text;
  find("advice").hidden = false;
}

function showTest() {
  drawSight(main.querySelector("[data-sight] canvas"), watch.camera, eye.cards, known);
  const lying = [...eye.cards, ...eye.unread];
  const answer = eye.isReady ? watch.testing.look(lying) : say("Leave the table as it is for a moment.");
  if (answer === null) endTest();
  else tell(answer);
}

function endTest() {
  watch.testing = null;
  find("test").setAttribute("aria-pressed", "false");
  update();
}

// A draft is dropped where other cards lie there now; where nothing but its own are gone it may stand.
function weighDraft(key, news) {
  const { draft } = watch;
  if (!draft) return;
  if (draft.key === key) {
    draft.fate = "stands";
    draft.isAgreed ||= areAgreed(draft.codes, news);
    return;
  }
  const mayStand = !key && draft.seq === watcher.view.seq;
  draft.fate = mayStand ? fateOf(draft, news, watch.seen) : "dropped";
  if (draft.fate === "dropped") drop();
}

// Who led, where a card came down before that of whoever had to lead: the camera does not decide it.
function showLeaders(whoLed, key) {
  const place = find("leaders");
  place.hidden = !whoLed;
  if (!whoLed || place.dataset.shown === key) return;
  place.dataset.shown = key;
  place.replaceChildren(...whoLed.seats.map((seat) => {
    const button = createButton({}, seat);
    button.addEventListener("click", () => {
      watch.led = { key, seat };
      update();
    });
    return button;
  }));
}

// What is entered: whoever had to lead is not named.
function withLeader({ entries, whoLed }, key) {
  if (!whoLed || watch.led.key !== key || watch.led.seat === whoLed.due) return entries;
  return entries.map((entry) => ({ ...entry, data: { ...entry.data, [whoLed.field]: watch.led.seat } }));
}

const choicesOf = (answer) => [...askedIn(answer?.prompts ?? [], deck).keys()];

const whatIsSeen = () => ({
  hasMoved: performance.now() - watch.warnedAt < WARNS_MS,
  isReady: eye.isReady,
  isLeftLying: isLeftLying(),
  view: watcher.view,
});

// Whether cards that were entered lie there still, and neither in a place of the game nor in the row of whoever laid them.
function isLeftLying() {
  const lying = watcher.view.zones.filter(({ name, cards }) => cards && name !== "hand");
  const isPlaceOf = (code, owner) => !owner || owner === watch.laidBy.get(code);
  const stays = ({ code }) => lying.some(({ owner, cards }) => cards.includes(code) && isPlaceOf(code, owner));
  return eye.cards.every((card) => known.has(card)) && eye.cards.some((card) => watch.laidBy.has(card.code) && !stays(card));
}

// Until the cards are entered by themselves; null where somebody wants to be asked.
function secondsFor({ isSure }) {
  if (find("asks").checked) return null;
  return isSure ? SECONDS : SECONDS_OF_ANY_NUMBER;
}

async function propose(answer, cards, key) {
  const seconds = secondsFor(answer);
  const id = crypto.randomUUID();
  const codes = codesIn(cards).filter((code) => deck.includes(code));
  watch.draft = { id, key, codes, isAgreed: areAgreed(codes, eye.cards), seq: watcher.view.seq, fate: "stands", timer: 0 };
  const entries = cards.map((each) => ({ ...each, id: crypto.randomUUID() }));
  let shown;
  try {
    shown = await watcher.propose(id, entries, seconds);
  } catch (error) {
    if (watch.draft?.id === id) refuse(key, error);
    return;
  }
  if (watch.draft?.id !== id) return watcher.drop(id); // Other cards lay there meanwhile
  showDraft(cards, shown.seconds, answer.whoLed?.field);
  if (shown.seconds !== null) watch.draft.timer = setTimeout(() => enter(id, key), 1000 * shown.seconds);
}

async function enter(id, key) {
  if (watch.draft.fate === "waits") {
    watch.draft.timer = setTimeout(() => enter(id, key), LOOK_MS);
    return;
  }
  settle(key); // The same cards lie there until the page hears of its entry
  try {
    await watcher.enter(id);
  } catch (error) {
    if (watch.draft?.id === id) await waitOrRefuse(id, key, error);
    return;
  }
  if (watch.draft?.id === id) showDraft(null);
}

// Another daemon may have answered, which has not known the draft for as long.
async function waitOrRefuse(id, key, error) {
  const left = error.status === 409 ? await watcher.timeLeft(id).catch(() => null) : null;
  if (watch.draft?.id !== id) return;
  if (left === null) return refuse(key, error);
  watch.draft.timer = setTimeout(() => enter(id, key), 1000 * left + 100);
}

// Where no answer came it is tried again.
function refuse(key, { status, told }) {
  showDraft(null);
  settle(status ? key : "", watcher.view.seq);
  tell(told);
}

function settle(key, seq = null) {
  watch.settled = key;
  watch.refusedAt = seq;
}

// Somebody stopped it. Whether all have decided they say anew.
function reject() {
  settle(watch.draft.key);
  watch.haveDecided = -1;
  showDraft(null);
  tell(say("Stopped. Lay the cards again, or enter them on a phone."));
}

function drop() {
  if (!watch.draft) return;
  watcher.drop(watch.draft.id);
  showDraft(null);
}

function showDraft(entries, seconds, leader) {
  find("draft").hidden = !entries;
  if (entries) find("advice").hidden = true;
  if (!entries) {
    clearTimeout(watch.draft?.timer);
    watch.draft = null;
    return;
  }
  const shown = entries.map(({ data, seat }) => {
    const { [leader]: who, ...cards } = data;
    const laid = [seat, Object.values(cards).map(written).join(" ")].filter(Boolean).join("\u00a0");
    return who ? `${laid}, ${say("{seat} led", { seat: who })}` : laid;
  });
  find("seen").textContent = shown.join(", ");
  find("draft").style.setProperty("--seconds", `${seconds ?? 0}s`);
  find("draft").toggleAttribute("data-counts", seconds !== null);
  tell(seconds === null ? say("Right? Then tap “Enter” on a phone.") : say("Entered in a moment:"));
}

function tell(text) {
  if (text !== undefined && find("told").textContent !== text) find("told").textContent = text;
}

// What happened at the table: our draft was entered or dropped there, by whomever.
watcher.heard = ({ entries, isDropped, ruling }) => {
  if (isDropped && watch.draft) reject();
  const ours = codesIn(entries ?? []).filter((code) => deck.includes(code)); // Not who led
  known.add(ours, eye.cards);
  for (const entry of entries ?? []) rememberWho(entry);
  if (entries) showDraft(null);
  hear(ours);
  if (!ruling) return;
  find("ruled").textContent = ruling;
  if (find("speaks").checked) speak(ruling);
};

function rememberWho({ seat, data }) {
  for (const value of Object.values(data)) {
    const isBySeat = !seat && typeof value === "object" && value !== null && !Array.isArray(value);
    const bySeat = isBySeat ? Object.entries(value) : [[seat, value]];
    for (const [who, cards] of bySeat) for (const code of codesIn([{ data: { cards } }])) watch.laidBy.set(code, who);
  }
}

// What people call the places of the game that this page names.
function wordsIn(page) {
  return new Map(page.dataset.zones.split("\n").map((line) => line.split("=")));
}

// Places that came with the match, in the page's language.
async function learnWords(lying) {
  if (lying.every(({ name }) => watch.words.has(name))) return;
  const answer = await fetch(location.pathname).catch(() => null);
  const page = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("main");
  if (page) watch.words = new Map([...watch.words, ...wordsIn(page)]);
}

async function hear(ours) {
  const { prompts, zones } = watcher.view;
  if (eye.isReady) known.addEntered(watch.askedBefore, eye.cards, watcher.view, deck, ours);
  watch.askedBefore = askedIn(prompts, deck);
  watch.copies = Math.max(watch.copies, ...watch.askedBefore.values());
  const lying = zones.filter(isOnTable);
  await learnWords(lying);
  places.show(new Map(lying.map(({ name }) => [name, watch.words.get(name) ?? name])));
  find("has-places").hidden = !lying.length;
}

// Where open cards lie, that are nobody's.
const isOnTable = ({ owner, aside, cards }) => !owner && !aside && cards;

function speak(text) {
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = document.documentElement.lang;
  globalThis.speechSynthesis?.speak(utterance);
}

find("begin").addEventListener("click", begin);
find("all-decided").addEventListener("click", () => {
  watch.haveDecided = watcher.view.seq;
  update();
});
find("drop").addEventListener("click", () => {
  if (!watch.draft) return;
  watcher.drop(watch.draft.id);
  reject();
});
find("test").addEventListener("click", () => {
  if (watch.testing) return endTest();
  drop();
  watch.testing = new ViewTest([...eye.cards, ...eye.unread]);
  find("test").setAttribute("aria-pressed", "true");
  update();
});
find("end").addEventListener("click", () => { watcher.stop(); end(""); });
arrive();
