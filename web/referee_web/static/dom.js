// What scripts find on a page. Templates mark it with attributes of data, which are named here; classes are for styles.

export const main = document.getElementById("main");

export const all = (what, within = main) => [...within.querySelectorAll(what)];
export const withKey = (key, within = main) => within.querySelector(`[data-key="${CSS.escape(key)}"]`);

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

// The forms that are sent from the page: the head of one, its button, and why it was refused.
export const FORMS = "form[data-send]";
export const HEAD = "[data-next], [data-head], h2";
export const GO = "[data-go]";
export const TROUBLES = "[data-trouble]";
