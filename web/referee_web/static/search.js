// Searching: sections of rules, or games, without the typed words are hidden at once. Enter sends the form, whose page
// marks the words in rules.

const FOUND = "[data-found]";
const BESIDE = "[data-unsearched]";
const NOTHING_FOUND = "[data-none]";
const field = document.getElementById("q");
const places = [...document.querySelectorAll(FOUND)];
const beside = [...document.querySelectorAll(BESIDE)];
const none = document.querySelector(NOTHING_FOUND);
const asTyped = (text) => text.toLowerCase().replaceAll("’", "'");

function search() {
  const words = asTyped(field.value).split(/\s+/).filter(Boolean);
  for (const place of places) {
    const text = asTyped(place.textContent);
    place.hidden = !words.every((word) => text.includes(word));
  }
  for (const part of beside) part.hidden = words.length > 0;
  none.hidden = places.some((place) => !place.hidden);
}

// A link into a section that the search has hidden shows all sections again.
function follow() {
  if (document.getElementById(decodeURIComponent(location.hash.slice(1)))?.hidden) {
    field.value = "";
    search();
    document.getElementById(decodeURIComponent(location.hash.slice(1))).scrollIntoView();
  }
}

field.addEventListener("input", search);
addEventListener("hashchange", follow);
follow();
