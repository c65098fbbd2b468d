// Searching: sections of rules, or games, without the typed words are hidden at once. Enter sends the form, whose page
// marks the words in rules. Games stand in one list then, the nearest first, as the page sorts them (pages/lobby.py).

const FOUND = "[data-found]";
const BESIDE = "[data-unsearched]";
const NOTHING_FOUND = "[data-none]";
const NO_WORD = /[^\p{L}\p{N}_']+/u;
const field = document.getElementById("q");
const places = [...document.querySelectorAll(FOUND)];
const beside = [...document.querySelectorAll(BESIDE)];
const none = document.querySelector(NOTHING_FOUND);
const lists = places.map((place) => place.parentElement);
const IN_TEXT = 100;
const ELSEWHERE = 101;
const asTyped = (text) => text.toLowerCase().replaceAll("’", "'");

// Whether each of the typed words begins one of this text.
function beginWordsOf(text, typed) {
  const words = text.split(NO_WORD);
  return typed.every((begun) => words.some((word) => word.startsWith(begun)));
}

// How near a game is to the words: its title begins with them, words of its title do, or others do.
function nearness(place, words) {
  const title = asTyped(place.querySelector("strong").textContent);
  if (title.startsWith(words.join(" "))) return 0;
  if (beginWordsOf(title, words)) return title.split(NO_WORD).filter(Boolean).length;
  return beginWordsOf(asTyped(place.textContent), words) ? IN_TEXT : ELSEWHERE;
}

function arrange(words) {
  if (!words.length) {
    for (const [n, place] of places.entries()) lists[n].append(place);
    return;
  }
  const near = new Map(places.map((place) => [place, nearness(place, words)]));
  lists[0].append(...[...places].sort((one, other) => near.get(one) - near.get(other)));
}

function search() {
  const words = asTyped(field.value).split(/\s+/).filter(Boolean);
  for (const place of places) {
    const text = asTyped(place.textContent);
    place.hidden = !words.every((word) => text.includes(word));
  }
  if (places[0]?.matches("li")) arrange(words);
  for (const part of beside) part.hidden = words.length > 0;
  none.hidden = places.some((place) => !place.hidden);
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
