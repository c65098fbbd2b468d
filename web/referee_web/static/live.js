// Keeps a table's page as new as the table, without disturbing what is being entered on it.
// The stream only says that something changed; the page then fetches itself and takes over what is different.

import { say } from "./words.js";

const AGAIN_MS = 5000;
const LINGER_MS = 15000;
const main = document.getElementById("main");
const note = document.getElementById("connection");
const announcer = document.getElementById("announce");
const unsent = new Set();
const loaded = Date.now();
let source = null;
let timer = 0;
let fetching = false;
let fetchAgain = false;
let pressed = false;
let served = signature(main);

function signature(element) {
  return element.innerHTML.replace(/name="id" value="[^"]*"/g, "");
}

function texts(selector) {
  return [...main.querySelectorAll(selector)].map((found) => found.textContent.trim()).join(" ");
}

function whatToHear() {
  return {
    ruling: texts("[data-rulings] .summary"),
    next: texts("[data-next]"),
    asked: texts(".claim strong, [data-asked]"),
    raced: main.querySelector("[data-raced] svg")?.getAttribute("aria-label") || "",
  };
}

function announce(text) {
  announcer.textContent = "";
  setTimeout(() => { announcer.textContent = text; }, 100);
}

function announceChange(before) {
  const now = whatToHear();
  const news = [];
  if (now.asked && now.asked !== before.asked) news.push(now.asked);
  if (now.ruling && now.ruling !== before.ruling) news.push(now.ruling);
  if (now.next && now.next !== before.next) news.push(now.next);
  if (now.raced && now.raced !== before.raced) news.push(now.raced);
  if (news.length) announce(news.join(". "));
  remember(now.ruling);
}

function remember(ruling) {
  try { sessionStorage.setItem(`heard ${main.dataset.page}`, ruling); } catch { /* storage may be off */ }
}

function announceOnArrival() {
  let heard = null;
  try { heard = sessionStorage.getItem(`heard ${main.dataset.page}`); } catch { /* storage may be off */ }
  const { ruling } = whatToHear();
  if (heard !== null && ruling && ruling !== heard) announce(ruling);
  remember(ruling);
}

function showConnection(live) {
  if (!note) return;
  note.textContent = live ? say("live") : say("reconnecting…");
  note.classList.toggle("away", !live);
}

// Taking over a fresh page

// What nobody has changed gives way to what the fresh form has there: a race may have filled it in.
function touched(input) {
  if (input.type === "checkbox" || input.type === "radio") return input.checked !== input.defaultChecked;
  if (input.tagName !== "SELECT") return input.value !== input.defaultValue;
  return [...input.options].some((option) => option.selected !== option.defaultSelected) && !unchosen(input);
}

// A list in which nothing is marked as chosen shows its first line.
function unchosen(list) {
  return list.selectedIndex === 0 && ![...list.options].some((option) => option.defaultSelected);
}

function carryOver(old, fresh) {
  for (const from of old.querySelectorAll("input, select")) {
    if (from.type === "hidden" || !from.name) continue;
    const like = [...fresh.querySelectorAll("input, select")].filter((to) => to.name === from.name);
    const picks = from.type === "checkbox" || from.type === "radio";
    const to = picks ? like.find((one) => one.value === from.value) : like[0];
    if (!to || to.disabled || !touched(from)) continue;
    if (picks) to.checked = from.checked;
    else to.value = from.value;
  }
}

function keepForms(fresh) {
  for (const form of fresh.querySelectorAll("[data-key]")) {
    const old = main.querySelector(`[data-key="${CSS.escape(form.dataset.key)}"]`);
    if (!old) continue;
    if (old.dataset.shape !== form.dataset.shape || form.hasAttribute("data-answered")) {
      // Once the match has gone on, what was picked was for something else.
      if (old.dataset.moment === form.dataset.moment || form.hasAttribute("data-answered")) carryOver(old, form);
      continue;
    }
    const after = old.querySelector('input[name="after"]');
    if (after && !unsent.has(old)) after.value = form.querySelector('input[name="after"]').value;
    form.replaceWith(old);
  }
}

function redraw(fresh) {
  const before = whatToHear();
  const opened = new Map([...main.querySelectorAll("details[data-keep]")].map((found) => [found.id, found.open]));
  const focused = main.contains(document.activeElement) ? document.activeElement.id : "";
  const anchor = focused ? document.activeElement.getBoundingClientRect().top : 0;
  const lingering = Date.now() - loaded < LINGER_MS ? main.querySelectorAll("[data-linger]") : [];
  served = signature(fresh);
  keepForms(fresh);
  for (const found of fresh.querySelectorAll("details[data-keep]")) {
    if (opened.has(found.id) && !found.querySelector("[data-answered]")) found.open = opened.get(found.id);
  }
  main.dataset.seq = fresh.dataset.seq;
  main.replaceChildren(...lingering, ...fresh.childNodes);
  const again = focused && focused !== "main" ? document.getElementById(focused) : null;
  if (again) {
    again.focus({ preventScroll: true });
    window.scrollBy(0, again.getBoundingClientRect().top - anchor);
  }
  document.dispatchEvent(new CustomEvent("redrawn"));
  announceChange(before);
}

function mainOf(html) {
  const found = new DOMParser().parseFromString(html, "text/html").getElementById("main");
  return found && found.dataset.live ? document.adoptNode(found) : null;
}

// Nothing moves under a finger: a page redrawn between its touch and its click would lose the tap, or give it to
// whatever came to stand there.
const RELEASE_MS = 60;

addEventListener("pointerdown", () => { pressed = true; }, true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(release, RELEASE_MS), true);
addEventListener("blur", release);

function release() {
  pressed = false;
  if (!fetchAgain || fetching) return;
  fetchAgain = false;
  refresh();
}

async function refresh() {
  if (fetching || pressed) {
    fetchAgain = true;
    return;
  }
  fetching = true;
  try {
    const response = await fetch(main.dataset.page, { cache: "no-store" });
    const fresh = mainOf(await response.text());
    if (!fresh) {
      if (response.status === 404) location.reload();
    } else if (pressed) {
      fetchAgain = true;
    } else if (signature(fresh) !== served) {
      redraw(fresh);
    }
  } catch {
    showConnection(false);
  }
  fetching = false;
  if (fetchAgain && !pressed) {
    fetchAgain = false;
    refresh();
  }
}

// Listening, while somebody looks

function stop() {
  clearTimeout(timer);
  if (source) source.close();
  source = null;
}

function listen() {
  stop();
  if (document.hidden) return;
  source = new EventSource(main.dataset.live);
  source.addEventListener("open", () => showConnection(true));
  source.addEventListener("changed", () => {
    showConnection(true);
    for (const form of [...unsent]) send(form);
    sendKept();
    refresh();
  });
  source.addEventListener("error", () => {
    showConnection(false);
    if (source && source.readyState === EventSource.CLOSED) {
      timer = setTimeout(() => { refresh(); listen(); }, AGAIN_MS);
    }
  });
}

document.addEventListener("visibilitychange", () => (document.hidden ? stop() : listen()));
addEventListener("pagehide", stop);
addEventListener("pageshow", (event) => { if (event.persisted) { refresh(); listen(); } });
addEventListener("online", () => { if (!document.hidden) listen(); });

// Sending: the form's id makes it harmless to send it once more

function tell(form, message) {
  const place = form.querySelector("[data-sending]");
  if (!place) return;
  place.textContent = message;
  place.hidden = !message;
}

async function send(form) {
  if (form.dataset.busy) return;
  if (!form.isConnected) {
    unsent.delete(form);
    return;
  }
  form.dataset.busy = "yes";
  const body = new URLSearchParams(new FormData(form));
  keep(form.action, body);
  let response, html;
  try {
    response = await fetch(form.action, { method: "POST", body });
    html = await response.text();
  } catch {
    unsent.add(form);
    tell(form, say("Not sent: there is no connection. It is kept here, and sent when the connection is back."));
    return;
  } finally {
    delete form.dataset.busy;
  }
  unsent.delete(form);
  forget(body.get("id"));
  const fresh = mainOf(html);
  if (!fresh) {
    const page = new DOMParser().parseFromString(html, "text/html");
    tell(form, page.querySelector(".lead")?.textContent || say("That did not work. Try again."));
    return;
  }
  taken(form, fresh, response.ok);
}

function taken(form, fresh, ok) {
  tell(form, "");
  const { key } = form.dataset;
  document.dispatchEvent(new CustomEvent("sent", { detail: { form, ok } }));
  form.removeAttribute("data-key");
  main.focus({ preventScroll: true });
  redraw(fresh);
  const trouble = ok ? null : main.querySelector(`[data-key="${CSS.escape(key)}"]`)?.querySelector("[role=alert]");
  if (trouble) trouble.scrollIntoView({ block: "center" });
  else {
    window.scrollTo(0, 0);
    document.dispatchEvent(new Event("entered"));
  }
}

// What was not answered outlives a reload: it is kept as it was sent, and sent once more when the page is back.

const keptName = `unsent ${main.dataset.page}`;
let sendingKept = false;

function kept() {
  try { return JSON.parse(sessionStorage.getItem(keptName) || "[]"); } catch { return []; }
}

function setKept(entries) {
  try {
    if (entries.length) sessionStorage.setItem(keptName, JSON.stringify(entries));
    else sessionStorage.removeItem(keptName);
  } catch { /* storage may be off */ }
}

function forget(id) {
  setKept(kept().filter((entry) => entry.id !== id));
}

function keep(action, body) {
  const id = body.get("id");
  setKept([...kept().filter((entry) => entry.id !== id), { id, action, body: body.toString() }]);
}

// The same form stands on the page again, with the picks that were kept: whoever sends it by hand sends it under
// the id it had, so that it counts once.
function formOf(body) {
  const form = main.querySelector(`form[data-key="${CSS.escape(body.get("form") || "")}"]`);
  if (form) form.querySelector('input[name="id"]').value = body.get("id");
  return form;
}

function tellKept(message) {
  const place = document.createElement("p");
  place.className = "note";
  place.setAttribute("role", "status");
  place.dataset.linger = "";
  place.textContent = message;
  main.prepend(place);
}

async function sendKept() {
  if (sendingKept) return;
  sendingKept = true;
  const inHand = [...unsent, ...main.querySelectorAll("form[data-busy]")].map((form) => form.elements.id.value);
  for (const entry of kept().filter(({ id }) => !inHand.includes(id))) {
    if (!(await sendOne(entry.action, new URLSearchParams(entry.body)))) break;
  }
  sendingKept = false;
}

// Whether it was answered.
async function sendOne(action, body) {
  const form = formOf(body);
  let response, html;
  try {
    response = await fetch(action, { method: "POST", body });
    html = await response.text();
  } catch {
    return false;
  }
  if (response.status === 429 || response.status >= 500) return false;
  forget(body.get("id"));
  const fresh = mainOf(html);
  if (fresh) taken(form || document.createElement("form"), fresh, response.ok);
  tellKept(response.ok
    ? say("What you entered while there was no connection is sent now.")
    : say("What you entered while there was no connection did not fit any more. See what stands here now."));
  return true;
}

main.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-send]");
  if (!form) return;
  event.preventDefault();
  send(form);
});

announceOnArrival();
sendKept();
listen();
