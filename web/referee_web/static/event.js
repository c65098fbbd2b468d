// On an event's pages: at each word of the stream the page is fetched. Where the answer is another page, as when a round
// begins, the phone goes there; else what is new takes the place of what stood there. What somebody fills in, and has
// opened, stays. Of all words that come while a page is fetched, one more page tells: at the end of a round a hundred phones
// hear fifty results. They take their time over those, each a time of its own, so that results can be entered meanwhile. A
// board shows its pages by turns.

import { all, announcer, ASKED, createElement, main, pageOf, TROUBLES } from "./dom.js";
import { ask, follow } from "./live/connection.js";
import { isBegun, leadOn } from "./live/leading_on.js";
import { adviseAway } from "./live/status_strip.js";
import { focusToKeep, holdPlace, placesHeld } from "./live/kept_places.js";
import { isDown, whenLifted } from "./live/touch_hold.js";

const { event: address, live, seconds } = main.dataset;
const pathOf = (url) => new URL(url, location).pathname;

let shown = main.innerHTML;
// What was refused, or done for good, is said until there is other news.
const isAnswer = pathOf(location.href) !== pathOf(address);
let refused = all(TROUBLES);

async function look(asked = address) {
  const { response, html } = await ask(asked, { cache: "no-store" }).catch(() => ({ response: null }));
  if (!response?.ok) return Boolean(response);
  if (pathOf(response.url) !== pathOf(asked)) leadOn(response.url);
  else takeNews(pageOf(html).getElementById("main"));
  return true;
}

let looking = null;
let looksAgain = false;

function lookOnce(act) {
  looksAgain = Boolean(looking);
  looking ||= act().finally(() => {
    looking = null;
    if (looksAgain) lookOnce(act);
  });
  return looking;
}

// What the director does, such as a new round, raises the event's number; a table's result does not.
let { seq } = main.dataset;
let patience = 0;

function hearOf(now) {
  const isResult = now === seq;
  seq = now;
  if (isResult && main.dataset.spread) {
    patience ||= setTimeout(lookNow, Math.random() * main.dataset.spread);
  } else {
    lookNow();
  }
}

function lookNow() {
  patience = clearTimeout(patience);
  return lookOnce(look);
}

function takeNews(fresh) {
  if (isDown()) whenLifted(() => takeNews(fresh));
  else if (fresh.innerHTML !== shown) redraw(fresh);
}

function redraw(fresh) {
  shown = fresh.innerHTML;
  const [refocus, places, asked] = [focusToKeep(), placesHeld(), whatIsAsked()];
  keepWhatIsBegun(fresh);
  fresh.querySelector("div:has(> h1), h1").after(...refused);
  refused = [];
  Object.assign(main.dataset, fresh.dataset);
  main.replaceChildren(...document.adoptNode(fresh).childNodes);
  refocus();
  holdPlace(places);
  if (whatIsAsked() !== asked) announcer.textContent = whatIsAsked();
}

const whatIsAsked = () => all(ASKED).map(({ textContent }) => textContent.trim()).join(" ");

function keepWhatIsBegun(fresh) {
  for (const fold of all("details[id]", fresh)) fold.open = document.getElementById(fold.id)?.open ?? fold.open;
  const begun = new Map(all("form").filter(isBegun).map((form) => [purposeOf(form), form]));
  for (const form of all("form", fresh)) {
    const old = begun.get(purposeOf(form));
    if (old) form.replaceWith(old);
  }
}

// Forms that send the same fields to the same place, with the same hidden values.
function purposeOf(form) {
  const fields = [...form.elements].map(({ type, name, value }) => (type === "hidden" ? `${name}=${value}` : name));
  return [form.getAttribute("action"), ...fields].join();
}

// Whoever waits for the next round has to know that it would not come.
const away = createElement("p", { class: "note wrong away", role: "status", hidden: "" });
main.before(away);
function state(now) {
  away.hidden = now !== "away";
  away.textContent = away.hidden ? "" : adviseAway();
}

if (seconds) {
  // A screen on the wall goes on by itself when the referee is back. News shows the same turn again, or the tables of a new
  // round, which stay for a whole turn.
  let turning = 0;
  const goOn = () => {
    clearInterval(turning);
    turning = setInterval(() => look(main.dataset.turn), seconds * 1000);
  };
  const lookAgain = async () => {
    const before = main.dataset.thisTurn;
    const isReached = await look(before);
    if (main.dataset.thisTurn !== before) goOn();
    return isReached;
  };
  goOn();
  const news = () => lookOnce(lookAgain);
  follow(live, { state, reached: news, changed: news });
} else {
  // After a refusal, whoever loads the page again does not send the form again.
  if (isAnswer) history.replaceState(null, "", address);
  follow(live, { state, reached: lookNow, changed: hearOf });
}
