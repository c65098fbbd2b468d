// What scripts find on a page. Templates mark it with attributes of data, which are named here; classes are for styles.

export const main = document.getElementById("main");

export const all = (what, within = main) => [...within.querySelectorAll(what)];
export const withKey = (key, within = main) => within.querySelector(`[data-key="${CSS.escape(key)}"]`);

// Styles that come after the page: this is done once they are there, or cannot be had.
const SHEET_MS = 3000;
export const addSheet = (href) => new Promise((done) => {
  setTimeout(done, SHEET_MS);
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload: done, onerror: done }));
});
const sheetsOf = (page) => all("link[rel=stylesheet]", page).map((link) => link.getAttribute("href"));

// A page that comes as news may have more styles than this one, such as those of a match's end.
export const takeSheets = (page) => Promise.all(sheetsOf(page).filter((href) => !sheetsOf(document).includes(href)).map(addSheet));

// How a voice reads an element: cards written in signs are read by their names.
export const spoken = (element) => element.dataset.said ?? element.textContent.trim();

// What waits for somebody's answer; `first` is seen at once, wherever one reads, and `news` was put right since.
export const ASKED = "[data-asked]";
export const ASKED_FIRST = "[data-asked=first]";
export const NEWS = "[data-asked=news]";

// The latest rulings, by the number of their entry. What each says stands in a summary, or in brief where it is in a line.
export const RULINGS = "[data-rulings]";
export const RULING_LINE = "[data-ruling=line]";
export const TELLING = "[data-ruling=telling]";
export const SUMMARY = "[data-says=summary]";
export const SAID = `${SUMMARY}, [data-says=brief]`;
export const WINNERS = "[data-says=winners]";
export const NUMBERS = "[data-says=numbers]";
export const FIRST_WHY = "[data-says=why]";

// Forms that are filled in field by field, and those of them that are sent from the table's page. Of one: its head, the bar
// at its foot, its button, why it was refused, and the fields that are wrong.
export const PROMPTS = "form[data-prompt]";
export const FORMS = "form[data-send]";
export const HEAD = "[data-next], [data-head], h2";
export const DOCK = "[data-dock]";
export const GO = "[data-go]";
export const TROUBLES = "[data-trouble]";
export const REFUSAL = "[data-trouble=refusal]";
export const WRONG = "[data-wrong]";

// What is folded away: something else to enter, cards that may be left out, fields that are seldom needed.
export const ASIDE = "[data-aside]";
export const LEFT_OUT = "[data-left-out]";
export const SELDOM = "[data-seldom]";
export const isOpen = (form) => !form.closest("details");

// The face of a card to pick: its sign, and then its name, which only a voice reads.
export const cardOf = (input) => input.nextElementSibling;
export const signOf = (input) => cardOf(input).firstElementChild;
export const nameOf = (input) => cardOf(input).lastElementChild.textContent;

// The menu of a table, which each of its pages has.
export const WAYS = "[data-ways]";

// What leads to the form that corrects an entry; why a page could not be had; and what questions a ruling.
export const CORRECT = "a[data-correct]";
export const CORRECT_AGAIN = "[data-correct=again]";
export const LEAD = "[data-lead]";
export const DISPUTE = "[data-dispute]";

// Numbers that are changed by plus and minus.
export const STEPS = "input[data-steps]";

// What was tapped, or what news has put in its place since; null where it is gone.
export const standing = (tapped) => (tapped.isConnected ? tapped : document.getElementById(tapped.id));
