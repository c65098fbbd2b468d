// The phone as a buzzer. While the table is looked at, its clock is compared with the referee's: each answer is the
// referee's next probe, sent back at once with this phone's own time. A slap carries that time too.

import { isLive } from "../live/status_strip.js";
import { say } from "../messages.js";
import { changeHeard, pageRedrawn } from "../events.js";
import { main, RACED } from "../dom.js";

const BUZZER = "[data-buzzer]";
const PAD = "[data-pad]";
const PAD_STATE = "[data-pad-state]";
const EXACT = "[data-pad-exact]";
const PAD_SAID = "[data-pad-said]";
const HEATS = `${RACED} [data-finish]`;

const FIRST_PROBES = 8;
// The first answers a probe that has waited: it measures nothing, but wakes the radio and brings the next probe.
const LATER_PROBES = 3;
const EVERY_MS = 8000;
const AGAIN_MS = 1500;
// The first time it is no other page that displaces this one: somebody else measures from now on.
const AGAIN_FIRST_MS = 100;
const NOTICE_MS = 4000;
const LOST_MS = 5000;
let clockUrl = "";
let round = 0;
let clock = null;
let connected = true;
let notice = "";
let slapped = "";

const buzzer = () => main.querySelector(BUZZER);
let hurry = () => {};
const pause = (milliseconds) => new Promise((done) => { hurry = done; setTimeout(done, milliseconds); });

function post(url, body) {
  return fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    cache: "no-store",
    priority: "high",
    // A network that the phone has silently left never answers.
    signal: AbortSignal.timeout?.(LOST_MS),
  });
}

// What the pad says

function words() {
  if (notice) return notice;
  if (!connected) return isLive() ? say("The referee isn’t answering.") : say("no connection to the referee");
  if (slapped) return say("Slapped. Waiting for the others…");
  // The connection is too slow: why, and what to do.
  if (clock?.note) return clock.note;
  if (!clock || !clock.armed) return say("measuring…");
  return say("ready");
}

// A race that was run but not entered can be run again: its slaps are over.
function slapIn(element) {
  const raced = [...main.querySelectorAll(HEATS)].map((heat) => heat.dataset.finish);
  return `${element.dataset.race} ${raced.join(" ")}`;
}

const isArmed = () => Boolean(clock && clock.armed);

function show() {
  const found = buzzer();
  if (!found) return;
  if (slapped && slapped !== slapIn(found)) slapped = "";
  const pad = found.querySelector(PAD);
  found.hidden = false;
  pad.classList.toggle("slapped", Boolean(slapped));
  // Not `disabled`: whoever slaps by keyboard would lose their place.
  pad.setAttribute("aria-disabled", !isArmed() || Boolean(slapped));
  pad.querySelector(PAD_STATE).textContent = words();
  pad.classList.toggle("ready", isArmed());
  const exact = found.querySelector(EXACT);
  exact.hidden = !isArmed();
  if (clock) exact.querySelector("p").textContent = say("±{n} ms", { n: Math.max(1, Math.round(clock.uncertainty_ms)) });
}

function tell(text) {
  notice = text;
  const place = buzzer()?.querySelector(PAD_SAID);
  if (place) place.textContent = text;
  setTimeout(() => {
    if (notice === text) notice = "";
    show();
  }, NOTICE_MS);
  show();
}

function buzz(milliseconds) {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(milliseconds);
}

// The clock: time since this device's start of counting, the same for all pages it has open

function timeOf(moment) {
  return performance.timeOrigin + moment;
}

async function probe(before) {
  const response = await post(clockUrl, before ? { nonce: before.nonce, t: before.received } : {});
  const received = timeOf(performance.now());
  if (response.status === 409) return null;
  if (!response.ok) throw new Error(`${response.status}`);
  return { ...(await response.json()), received };
}

// Where the referee that measured is gone, the one that does from now on has all phones hear of it.
async function pauseUntilHeard(milliseconds) {
  const stopListening = changeHeard.on(() => hurry(), { once: true });
  await pause(milliseconds);
  stopListening();
}

// Null where the referee does not answer, or no longer knows the last probe.
async function tryToProbe() {
  try {
    const answer = await probe(clock);
    connected = true;
    return answer;
  } catch {
    connected = false;
    return null;
  }
}

function forgetClock() {
  clock = null;
  show();
}

async function measure() {
  round += 1;
  const mine = round;
  let left = FIRST_PROBES;
  let failed = 0;
  forgetClock();
  while (mine === round) {
    const answer = await tryToProbe();
    if (mine !== round) return;
    clock = answer;
    left -= 1;
    show();
    if (!answer) {
      // Begin again, but not at once, lest many pages displace each other.
      left = FIRST_PROBES;
      failed += 1;
      await pause(failed === 1 ? AGAIN_FIRST_MS : AGAIN_MS);
      continue;
    }
    failed = 0;
    if (left <= 0) {
      left = LATER_PROBES;
      await pauseUntilHeard(EVERY_MS);
    }
  }
}

function stop() {
  round += 1;
  forgetClock();
}

function watch() {
  const found = buzzer();
  if (!found) return;
  const begun = clockUrl !== "";
  clockUrl = found.dataset.clock;
  if (!begun && !document.hidden) measure();
  show();
}

// The slap

async function slap(event) {
  event.preventDefault();
  if (!isArmed() || slapped) return;
  const now = performance.now();
  const felt = event.timeStamp > now - 1000 && event.timeStamp <= now ? event.timeStamp : now;
  const found = buzzer();
  const mine = slapIn(found);
  const sent = post(found.dataset.buzz, { race: found.dataset.race, t: timeOf(felt), nonce: clock.nonce });
  slapped = mine;
  buzz(40);
  show();
  // If nothing comes of it, the buzzer still works.
  setTimeout(() => { if (slapped === mine) slapped = ""; show(); }, NOTICE_MS);
  try {
    const response = await sent;
    const answer = await response.json();
    if (!response.ok) slapped = "";
    if (!response.ok || !answer.counted) tell(response.ok ? answer.note : answer.detail);
  } catch {
    slapped = "";
    tell(isLive() ? say("The referee isn’t answering.") : say("Not sent: no connection."));
  }
}

const padOf = (event) => event.target.closest?.(PAD);

main.addEventListener("pointerdown", (event) => {
  const pad = padOf(event);
  if (pad) slap(event);
});
main.addEventListener("keydown", (event) => {
  const pad = padOf(event);
  if (pad && !event.repeat && (event.key === " " || event.key === "Enter")) slap(event);
});
main.addEventListener("keyup", (event) => { if (padOf(event) && event.key === " ") event.preventDefault(); });
// Screen readers click without a touch; the click that follows a touch is ignored.
main.addEventListener("click", (event) => {
  const pad = padOf(event);
  if (pad && event.detail === 0) slap(event);
});

pageRedrawn.on(() => {
  if (slapped && main.querySelector(RACED)) buzz([30, 60, 30]);
  watch();
});
document.addEventListener("visibilitychange", () => {
  if (!clockUrl) return;
  if (document.hidden) stop();
  else measure();
});
addEventListener("pageshow", (event) => { if (event.persisted && clockUrl) measure(); });

watch();
