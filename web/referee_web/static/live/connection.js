// The connection to the referee: hears that the table changed, notices silence, and reconnects.

const BEAT_MS = 40000; // The referee gives a sign every 15 s.
const CONNECT_MS = 10000;
const ANSWER_MS = 15000;
const TICK_MS = 5000;
const WAKE_MS = 500;
const FIRST_MS = 1000;
const LONGEST_MS = 15000;
const SEEK_MS = 1000;
const SEEK_ANSWER_MS = 2000;
const asking = new Set();
let address = "";
let tell = {};
let source = null;
let begun = false;
let heard = 0;
let failures = 0;
let looking = false;
let timer = 0;
let seeking = 0;
let woken = 0;
let ticked = Date.now();

// `changed` is called whenever something changed, `state` with "live", "connecting", "slow" or "away", and `reached`
// has to say whether the referee can be reached without the stream.
export function follow(url, told) {
  address = url;
  tell = told;
  document.addEventListener("visibilitychange", () => (document.hidden ? hang() : wake()));
  document.addEventListener("resume", wake);
  addEventListener("pagehide", hang);
  addEventListener("pageshow", ({ persisted }) => { if (persisted) comeBack(); });
  addEventListener("online", wake);
  addEventListener("offline", () => { if (!document.hidden) again(); });
  setInterval(tick, TICK_MS);
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

// After sleep or a change of network, whatever was begun before may be dead without notice.
export function wake() {
  if (document.hidden || Date.now() - woken < WAKE_MS) return;
  woken = Date.now();
  asking.forEach((cutter) => cutter.abort());
  failures = 0;
  looking = false;
  call();
}

// A browser may show a page as it was left: what happened since is fetched at once, whenever the stream is back.
function comeBack() {
  wake();
  tell.reached();
}

// While something waits to be sent, asks every second whether the referee is back: somebody waits for it.
export function seek(wanted) {
  if (wanted) seeking ||= setInterval(seekOnce, SEEK_MS);
  else seeking = clearInterval(seeking);
}

async function seekOnce() {
  const isTrying = () => source && (begun || Date.now() - heard < SEEK_ANSWER_MS);
  if (document.hidden || isTrying()) return;
  const cutter = new AbortController();
  const late = setTimeout(() => cutter.abort(), SEEK_ANSWER_MS);
  try {
    await fetch("/healthz", { cache: "no-store", signal: cutter.signal });
    if (!isTrying()) wake();
  } catch { /* It is not back yet. */ } finally {
    clearTimeout(late);
  }
}

// Tries at once.
export const again = wake;

function hang() {
  clearTimeout(timer);
  source?.close();
  source = null;
}

function call() {
  hang();
  if (document.hidden) return;
  begun = false;
  heard = Date.now();
  if (!failures) tell.state("connecting");
  source = new EventSource(address);
  source.addEventListener("changed", () => { hear(); tell.changed(); });
  source.addEventListener("beat", hear);
  source.addEventListener("error", fail);
}

function hear() {
  heard = Date.now();
  begun = true;
  failures = 0;
  looking = false;
  tell.state("live");
}

// All phones at a table lose the referee at the same moment; they come back one after the other.
async function fail() {
  hang();
  failures += 1;
  const hopeful = failures === 1 && navigator.onLine;
  if (!looking) tell.state(hopeful ? "connecting" : "away");
  const wait = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1)) * (0.5 + Math.random());
  timer = setTimeout(call, wait);
  looking = await tell.reached();
  if (!hopeful && !(source && begun)) tell.state(looking ? "slow" : "away");
}

function tick() {
  const now = Date.now();
  const slept = now - ticked > 3 * TICK_MS;
  ticked = now;
  if (document.hidden) return;
  if (slept) wake();
  else if (source && now - heard > (begun ? BEAT_MS : CONNECT_MS)) fail();
}
