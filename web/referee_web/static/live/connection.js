// The connection to the referee, on each page that follows a table: hears that the table changed, notices silence, and
// reconnects. It is in one of four stages:
//
//   asleep    before it begins, and while the page is hidden   then calling, when the page is shown
//   calling   a stream was asked for                           then live, at its first word; else waiting
//   live      the stream speaks                                then waiting, when it breaks or is silent
//   waiting   it failed                                        then calling, after a while
//
// A page that is hidden puts it to sleep at any stage. One that wakes calls at once.

const BEAT_MS = 40000; // The referee gives a sign every 15 s.
const CONNECT_MS = 10000;
const ANSWER_MS = 15000;
const TICK_MS = 5000;
const WAKE_MS = 500;
const FIRST_MS = 1000;
const LONGEST_MS = 15000;
const SEEK_MS = 1000;
const SEEK_ANSWER_MS = 2000;

// How long a stage may be silent until it has failed, and how long until somebody who waits looks for the referee too.
const STAGES = {
  asleep: { failsAfter: Infinity, seeksAfter: 0 },
  calling: { failsAfter: CONNECT_MS, seeksAfter: SEEK_ANSWER_MS },
  live: { failsAfter: BEAT_MS, seeksAfter: Infinity },
  waiting: { failsAfter: Infinity, seeksAfter: 0 },
};

// While it is away: how often calling failed, and whether the referee answers without a stream.
const NO_OUTAGE = { failures: 0, isReached: false };

let followed = null; // what `follow` was given
let connection = { stage: "asleep", heardAt: 0, leave() {} };
let outage = NO_OUTAGE;
let wokenAt = 0;
let seeking = 0; // the interval
const asking = new Set();

function enter(stage, leave) {
  connection = { stage, heardAt: Date.now(), leave };
}

const isSilent = (ms) => Date.now() - connection.heardAt > ms;

// `changed` is called whenever something changed, with the number of the last line in the log, `state` with "live",
// "connecting", "slow" or "away", and `reached` has to say whether the referee can be reached without the stream.
export function follow(address, { changed, state, reached }) {
  followed = { address, changed, state, reached };
  document.addEventListener("visibilitychange", () => (document.hidden ? sleep() : wake()));
  document.addEventListener("resume", wake);
  addEventListener("pagehide", sleep);
  addEventListener("pageshow", ({ persisted }) => { if (persisted) comeBack(); });
  addEventListener("online", wake);
  addEventListener("offline", wake);
  watchSilence();
  call();
}

// The response to a request; fails if there is no answer in time, or if the phone slept meanwhile.
export async function ask(url, options = {}) {
  const cutter = new AbortController();
  const late = setTimeout(() => cutter.abort(), ANSWER_MS);
  asking.add(cutter);
  try {
    const response = await fetch(url, { ...options, signal: cutter.signal });
    return { response, html: await response.text() };
  } finally {
    clearTimeout(late);
    asking.delete(cutter);
  }
}

// Calls at once. After sleep or a change of network, whatever was begun before may be dead without notice.
export function wake() {
  // One that sleeps is woken even if it was awake just before: nothing else would.
  const isAwake = connection.stage !== "asleep" && Date.now() - wokenAt < WAKE_MS;
  if (document.hidden || isAwake) return;
  wokenAt = Date.now();
  asking.forEach((cutter) => cutter.abort());
  outage = NO_OUTAGE;
  call();
}

// A browser may show a page as it was left: what happened since is fetched at once, whenever the stream is back.
function comeBack() {
  wake();
  followed.reached();
}

function sleep() {
  connection.leave();
  enter("asleep", () => {});
}

function call() {
  sleep();
  if (document.hidden) return;
  if (!outage.failures) followed.state("connecting");
  const stream = new EventSource(followed.address);
  stream.addEventListener("changed", ({ lastEventId }) => { hear(); followed.changed(lastEventId); });
  stream.addEventListener("beat", hear);
  stream.addEventListener("error", fail);
  enter("calling", () => stream.close());
}

function hear() {
  enter("live", connection.leave);
  outage = NO_OUTAGE;
  followed.state("live");
}

async function fail() {
  const failures = outage.failures + 1;
  const isHopeful = failures === 1 && navigator.onLine;
  if (!outage.isReached) followed.state(isHopeful ? "connecting" : "away");
  outage = { ...outage, failures };
  callLater();
  const isReached = await followed.reached();
  if (connection.stage === "live") return;
  outage = { ...outage, isReached };
  if (!isHopeful) followed.state(isReached ? "slow" : "away");
}

// All phones at a table lose the referee at the same moment; they come back one after the other.
function callLater() {
  connection.leave();
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** (outage.failures - 1));
  const timer = setTimeout(call, longest * (0.5 + Math.random()));
  enter("waiting", () => clearTimeout(timer));
}

// Where far more time has passed than between two ticks, the phone slept.
function watchSilence() {
  let tickedAt = Date.now();
  setInterval(() => {
    const hasSlept = Date.now() - tickedAt > 3 * TICK_MS;
    tickedAt = Date.now();
    if (hasSlept) wake();
    else if (isSilent(STAGES[connection.stage].failsAfter)) fail();
  }, TICK_MS);
}

// While something waits to be sent, asks every second whether the referee is back: somebody waits for it.
export function seek(wanted) {
  if (wanted) seeking ||= setInterval(seekOnce, SEEK_MS);
  else seeking = clearInterval(seeking);
}

const isWorthSeeking = () => !document.hidden && isSilent(STAGES[connection.stage].seeksAfter);

async function seekOnce() {
  if (!isWorthSeeking()) return;
  const cutter = new AbortController();
  const late = setTimeout(() => cutter.abort(), SEEK_ANSWER_MS);
  try {
    await fetch(followed.address.replace(/api\/v1\/.*/, "healthz"), { cache: "no-store", signal: cutter.signal });
    if (isWorthSeeking()) wake();
  } catch { /* It is not back yet. */ } finally {
    clearTimeout(late);
  }
}
