// Searching: sections of rules, or games, without the typed words are hidden at once. Enter sends the form, whose page
// marks the words in rules. Games stand in one list then, the nearest first, each with the name by which it was found, as
// the page sorts them (pages/games/game_tiles.py). What no game is called, a pad is named by.

const FOUND = "[data-found]";
const BESIDE = "[data-unsearched]";
const NOTHING_FOUND = "[data-none]";
const FOUND_AS = "[data-found-as]";
const TYPED_AS = "[data-typed-as]";
const TYPED_NAME = "[data-typed-name]";
const MEANT = "[data-suggestion]";
const SHORTEST = 3;
const PAUSE_MS = 300;
const NO_WORD = /[^\p{L}\p{N}_']+/u;
const field = document.getElementById("q");
const places = [...document.querySelectorAll(FOUND)];
const beside = [...document.querySelectorAll(BESIDE)];
const none = document.querySelector(NOTHING_FOUND);
const meant = none.querySelector(MEANT);
let waiting = 0;
const pad = none.querySelector(TYPED_AS);
const lists = places.map((place) => place.parentElement);
const IN_TEXT = 100;
const ELSEWHERE = 101;
const ACCENTS = /\p{M}/gu;
const asTyped = (text) => text.normalize("NFKD").replace(ACCENTS, "").toLowerCase().replaceAll("’", "'");
const namesOf = (place) => place.dataset.otherNames?.split("|").filter(Boolean) ?? [];
const titleOf = (place) => place.querySelector("strong").textContent;
const textOf = (place) => asTyped([place.textContent, ...namesOf(place)].join(" "));

// Whether each of the typed words begins one of this text.
function beginWordsOf(text, typed) {
  const words = text.split(NO_WORD);
  return typed.every((begun) => words.some((word) => word.startsWith(begun)));
}

// How near a name is to the words: it begins with them, or its words do.
function nameNearness(name, words) {
  if (name.startsWith(words.join(" "))) return 0;
  return beginWordsOf(name, words) ? name.split(NO_WORD).filter(Boolean).length : ELSEWHERE;
}

// How near a game is: its nearest name, or else what is said of it. It then says which name, unless it is its title.
function nearness(place, words) {
  let nearest = "";
  let near = nameNearness(asTyped(titleOf(place)), words);
  for (const name of namesOf(place)) {
    const distance = nameNearness(asTyped(name), words);
    if (distance >= near) continue;
    near = distance;
    nearest = name;
  }
  place.querySelector(FOUND_AS).textContent = nearest && `${nearest} · `;
  // Of two that are as near, the one that is titled so comes first.
  if (near < IN_TEXT) return near + (nearest ? 0.5 : 0);
  return beginWordsOf(textOf(place), words) ? IN_TEXT : ELSEWHERE;
}

function arrange(words) {
  if (!words.length) {
    for (const [n, place] of places.entries()) {
      place.querySelector(FOUND_AS).textContent = "";
      lists[n].append(place);
    }
    return;
  }
  const near = new Map(places.map((place) => [place, nearness(place, words)]));
  lists[0].append(...[...places].sort((one, other) => near.get(one) - near.get(other)));
}

// What is not here is named as it was typed, and so is the pad that keeps score for any game.
function nameTyped() {
  const typed = field.value.trim();
  for (const place of none.querySelectorAll(TYPED_NAME)) place.textContent = typed;
  if (!pad) return;
  const address = new URL(pad.href);
  address.searchParams.set(pad.dataset.typedAs, typed);
  pad.href = address;
}

// What was perhaps meant, as the page says that is searched for it.
async function suggest() {
  meant.replaceChildren();
  const typed = field.value.trim();
  if (none.hidden || typed.length < SHORTEST) return;
  const answer = await fetch(`${location.pathname}?${new URLSearchParams({ q: typed })}`).catch(() => null);
  if (!answer?.ok || typed !== field.value.trim()) return;
  const found = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (typed === field.value.trim()) meant.replaceChildren(...found.querySelector(MEANT).childNodes);
}

function search() {
  const words = asTyped(field.value).split(/\s+/).filter(Boolean);
  for (const place of places) {
    const text = textOf(place);
    place.hidden = !words.every((word) => text.includes(word));
  }
  if (places[0]?.matches("li")) arrange(words);
  nameTyped();
  for (const part of beside) part.hidden = words.length > 0;
  none.hidden = places.some((place) => !place.hidden);
  clearTimeout(waiting);
  if (meant) waiting = setTimeout(suggest, PAUSE_MS);
}

// A link into a section that the search has hidden shows all sections again.
function showLinked() {
  const linked = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!linked?.hidden) return;
  field.value = "";
  search();
  linked.scrollIntoView();
}

field.addEventListener("input", search);
addEventListener("hashchange", showLinked);
showLinked();
