// What scripts find on a page. Templates mark it with attributes of data, which are all named here: as a selector where it
// says more than the attribute's name, and else in the lists below, by which a script may write the selector itself.
// Classes are for styles. What a script finds besides are elements by their tag, id or role, and what it has made and
// marked itself; that is named here only where other scripts look for it.
//
// On forms and their fields (forms/, cards/):
//   data-field        a field, by its name; `data-type` what kind of field; `data-optional`, `data-unless`, `data-some`,
//                     `data-min`, `data-max`, `data-skips` as the prompt says
//   data-shape        what a form asks for; `data-question` the question of the table, or of a seat, that it or a part of it
//                     answers: what is picked for it stays while it is asked; `data-taken-by` who has entered which card
//   data-for-all      a form for one person who enters for all: once unfolded it stays so
//   data-begun        a form in which somebody has filled something in; `data-asks` what it asks, in words
//   data-lent         a button to undo that stands in the form for all too (cards/form_in_use.js)
//   data-one-card     a form that asks one seat for one card: a second tap on it sends the form; `data-verb` on its button,
//                     what it said before a card was picked
//   data-refused      a form that was refused, `data-refused-of` of which seat; `data-clash` the cards that cannot be
//   data-just-entered on the root, while a second tap may still follow one that entered
//   data-bare         a form that asks for nothing but its button
//   data-busy         a form that is on its way; `data-carried` one that took over what was filled in before
//   data-open-part, data-open-place
//                     which part and which place of a form are open
//   data-of           a part of a form for several seats, by its seat; `data-turns` the tabs of these parts, `data-turn-to`
//                     a tab, `data-mark` what it says of its part, `data-veil` the cover of a part that is secret and
//                     `data-covered` that it is covered
//   data-by-seat      what is asked about one seat, `data-name` its name, `data-renames` the field that changes the name
//   data-picker       a place for cards; `data-one` for one card, `data-groups` for groups, `data-own` of the viewer
//   data-label        what a place is called; `data-least` and `data-most` cards it takes; `data-replaces` where what is
//                     picked or typed takes the place of what was there
//   data-grid         the cards of a place, or `data-like` those of another place, to be copied
//   data-card         the box of a card to pick, `data-joker` of a joker, `data-alone` of a card without a suit;
//                     `data-taken` one that is picked elsewhere; `data-out` a card that cannot be picked now, by its
//                     `data-code`
//   data-typed        the field in which the cards of a place are typed
//   data-suggests     a place of which the game only suggests the cards
//   data-tabs         the tabs of several places; made by cards/tabs.js: `data-at` a tab, `data-lift` a card in it,
//                     `data-new-group` what begins a group; `data-lifted` of a form, the card that is being moved
//   data-told         a word over the bar of picked cards, until the next tap
//   data-picked       which cards are picked in what is folded away
//   data-count        on the button, how much there is or what is missing
//   data-clear        takes all cards back
//   data-photograph   where cards can be photographed, with the address of the translations for that; `data-photo-body`
//                     what scrolls in the dialog of a photo
//   data-blocks       what is drawn again block by block (live/blocks.js), by its name
//   data-key          what keeps its place when the page is drawn again, by its key: a form, above all
//   data-press        a key of the number pad (forms/number_pad.js)
//   data-adds, data-total, data-whose, data-has
//                     the sum that numbers must have; what the total of a seat becomes, whose it is, and what it was
//                     before (forms/numbers.js)
//   data-among, data-lists, data-listed
//                     an order of seats (forms/finish_order.js): the field it is among, its two lists, a seat in them
//   data-leads        a field that says who led, by the name of the field in which cards are played (cards/tabs.js)
//   data-asks-lead    a field that one seat fills in for several, and that asks who led (forms/who_led.js)
//   data-names, data-partners, data-place
//                     names of seats at a new table, and who sits where (forms/seat_names.js, table/seat_order.js);
//                     `data-players` how many may play
//   data-sends-form   says of a choice that a tap on it sends its form (cards/picker.js)
//   data-waits        what a form waits for before it can be sent; `data-sending` that it is on its way
//   data-reviewed     a form of which a card was taken back when no other was missing
//   data-answered     a form that was answered just now by what is wrong with it; trouble that is none, as somebody else has
//                     answered meanwhile
//
// On the root of all pages, what this phone prefers: data-letters on cards, and whether to data-speak, data-vibrate and stay
// data-awake; data-keys where cards are typed only where the focus is on cards.
//
// On the main part of the pages of a table:
//   data-live         where its news come from; `data-page` where the page is fetched again
//   data-seq          the number of the last record that it shows; `data-tag` and `data-content` by which a page that is the
//                     same is known
//   data-holder       who holds the phone, for what is stored there; `data-entered` what somebody else has entered last,
//                     `data-entered-seq` as which record, `data-entered-mine` that this seat alone was asked for it,
//                     `data-entered-at` where that is put right, or `data-entered-advice` by whom;
//                     `data-finished` that the match is over
//   data-host         that the host has it; `data-seats`, `data-deck`, `data-jokers`, `data-joker-names`, `data-zones` of
//                     the match that a camera watches (camera/watch/)
//
// On the table's page (live/, table/):
//   data-laid         the place of a card in the trick that lies on the table
//   data-next         who is to act next; `data-now` the mark before it, `data-mine` where it is the viewer
//   data-raced        in which order slaps came; `data-finish` the same at the end of a race
//   data-effect       what a correction did besides
//   data-leaves       news that a tap takes away, by the number of its record; `data-leave` the button for it
//   data-linger       what stays for a moment when the page is drawn again; "once": until then
//   data-keep         what stays folded or open then
//   data-beside       what stands beside the button of a form
//   data-follow       leads on to the rematch, or back to the event; `data-rematch` where one is waited for
//   data-moved        what is said once the log is longer than this, on a page beside the match; `data-follows`: its stream
//   data-buzzer, data-pad, data-pad-state, data-pad-exact, data-pad-said
//                     the buzzer, its pad, and what stands on it; `data-race` what it is for, `data-buzz` where slaps are
//                     sent, `data-clock` where clocks are compared
//   data-say, data-aloud, data-unheard, data-bell
//                     what reads rulings aloud (table/latest_ruling.js), and the bell (table/sounds.js); `data-yours` where
//                     the viewer won, `data-rare` what is rare about a ruling, `data-picks` that the
//                     viewer acts after it, or holds the phone for all, and nothing secret was revealed
//   data-guide, data-step, data-to-step, data-turning, data-last, data-skip
//                     the guide to setting up (table/setup_guide.js); `data-to-step` leads to another step, `data-ready` is
//                     told at the end
//   data-ring, data-common, data-around, data-middle, data-end, data-trick, data-hands, data-moment
//                     the table seen from above (table/board_fit.js)
//   data-seating, data-place-of
//                     seats that can be put in another order, each by its `data-seat` (table/seat_order.js)
//   data-claim, data-looks
//                     the wait for a seat (table/seat_claim.js)
//   data-over         what folds out over the page (table/bar.js)
//   data-left         the seconds left on the clock of a level, `data-then` what holds afterwards (table/clock.js)
//   data-needs        the script that this needs (on_demand.js)
//
// On other pages:
//   data-story, data-story-bar, data-chapters, data-chapter, data-play, data-pause
//                     an evening that is told, its chapters, and what plays and stops them (story.js); `data-plays` where it
//                     plays by itself
//   data-found, data-unsearched, data-none
//                     what is searched, what is not, and what is said where nothing is found (search.js);
//                     `data-other-names` of a game, `data-found-as` where the one that was searched is shown;
//                     `data-typed-as` what opens under the typed name, by the option for it, `data-typed-name` where that
//                     name stands; `data-suggestion` what was perhaps meant
//   data-sharing, data-share, data-copy, data-save, data-shared, data-picture, data-text
//                     the final page's picture and text, with its `data-title` (score_sharing.js)
//   data-counts       how results count where people meet so (event_counts.js)
//   data-print        the button that prints the page (printing.js)
//   data-spread       within how many milliseconds phones that wait for a round look at a result (event.js)
//   data-sight        what cameras see (camera/watch/); `data-shown` what was drawn last

export const main = document.getElementById("main");
// Where a script writes what is to be read aloud.
export const announcer = document.getElementById("announce");

export const all = (what, within = main) => [...within.querySelectorAll(what)];
export const withKey = (key, within = main) => within.querySelector(`[data-key="${CSS.escape(key)}"]`);

// Styles that come after the page: this is done once they are there, or cannot be had.
const SHEET_MS = 3000;
export const addSheet = (href) => new Promise((done) => {
  const link = document.createElement("link");
  setTimeout(done, SHEET_MS);
  document.head.append(Object.assign(link, { rel: "stylesheet", href, onload: done, onerror: done }));
});
const sheetsOf = (page) => all("link[rel=stylesheet]", page).map((link) => link.getAttribute("href"));

// A page that comes as news may have more styles than this one, such as those of a match's end.
export function takeSheets(page) {
  const here = sheetsOf(document);
  const missing = sheetsOf(page).filter((href) => !here.includes(href));
  return Promise.all(missing.map(addSheet));
}

export const pageOf = (html) => new DOMParser().parseFromString(html, "text/html");

// How a voice reads an element: cards written in signs are read by their names.
export const spoken = (element) => element.dataset.said ?? element.textContent.trim();

// What waits for somebody's answer; `first` is seen at once, wherever one reads, and `news` was put right since.
export const ASKED = "[data-asked]";
export const ASKED_FIRST = "[data-asked=first]";
export const NEWS = "[data-asked=news]";
export const EFFECT = "[data-effect]";

// Cards that lie on the table, and what is tapped or typed in.
export const CARDS_SHOWN = "[data-hands], [data-cards]";
export const TAPPED = "a[href], button, summary, input, select, textarea, label";

// A card of a trick that is not complete yet.
export const LYING = "[data-laid]";

// The latest rulings, by the number of their entry. What each says stands in a summary, or in brief where it is in a line.
export const RULINGS = "[data-rulings]";
export const RULING_LINE = "[data-ruling=line]";
export const TELLING = "[data-ruling=telling]";
export const CONTINUE = "[data-continue]";
export const SUMMARY = "[data-says=summary]";
export const SAID = `${SUMMARY}, [data-says=brief]`;
export const WINNERS = "[data-says=winners]";
export const NUMBERS = "[data-says=numbers]";
export const COST = "[data-says=cost]";
// What is rare about an earlier ruling, by the number of the record that made it so.
export const RARE_NEWS = "[data-rare-at]";
export const FIRST_WHY = "[data-says=why]";

// Forms that are filled in field by field, and those of them that are sent from the table's page. Of one: its head, the bar
// at its foot, its button, why it was refused, and the fields that are wrong.
export const PROMPTS = "form[data-prompt]";
export const FORMS = "form[data-send]";
export const HEAD = "[data-next], [data-head], h2";
export const DOCK = "[data-dock]";
export const GO = "[data-go]";
export const ONE_CARD = "[data-one-card][data-send]";
export const CLEAR = "[data-clear]";
export const TOLD = "[data-told]";
export const TROUBLES = "[data-trouble]";
export const REFUSAL = "[data-trouble=refusal]";
export const WRONG = "[data-wrong]";
export const ALERT = "[role=alert]";
export const ANSWERED = "[data-answered]";
export const ALERT_ANSWERED = `${ALERT}${ANSWERED}`;

// A field, and a part of a form for several seats; the names of seats that stand in them.
export const FIELD = "[data-field]";
export const fieldNamed = (name, form) => form.querySelector(`[data-field="${CSS.escape(name)}"]`);
// What is ticked, in place of what is typed or chosen in a list.
export const isPick = ({ type }) => /^(checkbox|radio)$/.test(type);
// Whether an input says something. The choice that takes a choice back has no value.
export const isFilled = (input) => (!isPick(input) || input.checked) && input.value.trim() !== "";

// Whether somebody has changed an input since it came.
export function isTouched(input) {
  if (isPick(input)) return input.checked !== input.defaultChecked;
  if (input.tagName !== "SELECT") return input.value !== input.defaultValue;
  const options = [...input.options];
  // A list without a chosen option shows its first.
  const isUnchosen = input.selectedIndex === 0 && !options.some((option) => option.defaultSelected);
  return !isUnchosen && options.some((option) => option.selected !== option.defaultSelected);
}

// The question that an input answers: that of its seat, or else its form's.
export const questionOf = (input) => (input.closest("[data-question]") ?? input.form)?.dataset.question;
// What an input fills in within its question. In a seat's own one the seat, which may be renamed, is left out: `pick=plays`.
export function slotOf(input) {
  const isOfSeat = (input.closest("[data-question]") ?? input.form) !== input.form;
  return isOfSeat ? input.name.split("=").slice(0, 2).join("=") : input.name;
}
export const ORDER = '[data-type="order"]';
export const PART = "[data-of]";
export const NAME = "[data-name]";

// A place for cards: its cards, the box of each, and the field to type them in. Tabs of places, and what moves a card.
export const PICKER = "[data-picker]";
export const GRID = "[data-grid]";
export const CARD = "input[data-card]";
export const TYPED = "[data-typed]";
export const TAB = "[data-at]";
export const LIFTS = "[data-lift]";

// A grid like another, which stands on the page once, has come with its picked cards alone. What is folded away is copied
// once it is unfolded.
export const LIKE = "[data-like]";
export const isUncopied = (form) => Boolean(form.closest(CLOSED_ASIDE) && form.querySelector(LIKE));

export function copyGrids(root) {
  for (const grid of all(LIKE, root)) {
    if (grid.closest(CLOSED_ASIDE)) continue;
    const place = grid.closest(PICKER);
    const like = root.querySelector(`[id="${grid.dataset.like}"]`);
    const picked = all("input", grid).map(({ value }) => value);
    const copy = like.querySelector(GRID).cloneNode(true);
    for (const input of all("input", copy)) {
      input.name = grid.dataset.name;
      input.removeAttribute("id");
      const at = picked.indexOf(input.value);
      if (at >= 0) picked.splice(at, 1);
      input.checked = input.defaultChecked = at >= 0;
    }
    for (const found of all("details[id]", copy)) found.id = found.id.replace(like.id, place.id);
    grid.replaceWith(copy);
  }
}

// What is folded away: something else to enter, cards that may be left out, fields that are seldom needed.
export const ASIDE = "[data-aside]";
const CLOSED_ASIDE = "[data-aside]:not([open])";
export const LEFT_OUT = "[data-left-out]";
export const SELDOM = "[data-seldom]";
export const FOLDED = "details:not([open])";
export const isOpen = (form) => !form.closest("details");

// The face of a card to pick, its rank and suit as they stand there, apart and together, and its name.
export const cardOf = (input) => input.nextElementSibling;
export const signsOf = (input) => all("b, i", cardOf(input)).map(({ textContent }) => textContent);
export const signOf = (input) => signsOf(input).join("");
export const nameOf = (input) => input.getAttribute("aria-label");

// On the table's page: who is to act next, the pictures of races, what leads to the rematch, what stays for a moment, and
// what stays folded or open when the page is drawn again.
export const NEXT = "[data-next]";
export const RACED = "[data-raced]";
export const FOLLOW = "a[data-follow]";
export const LINGERING = "[data-linger]";
export const KEPT_OPEN = "details[data-keep]";

// The menu of a table, which each of its pages has.
export const WAYS = "[data-ways]";

// What leads to the form that corrects an entry; why a page could not be had; and what disputes a ruling.
export const CORRECT = "a[data-correct]";
export const SETTLES = "[data-settles]";
export const ADVICE = "[data-advice]";
export const CORRECT_AGAIN = "[data-correct=again]";
export const LEAD = "[data-lead]";
export const DISPUTE = "[data-dispute]";

// An event's pages have marks on `main` alone: data-event, where it is, and for a board data-turn, data-this-turn and
// data-seconds.

// Numbers that are changed by plus and minus.
export const STEPS = "[data-steps]";

// A new element with these attributes and children.
export function createElement(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

export function createButton(attributes, ...children) {
  return createElement("button", { type: "button", ...attributes }, ...children);
}

// What was tapped, or what news has put in its place since; null where it is gone.
export const standing = (tapped) => (tapped.isConnected ? tapped : document.getElementById(tapped.id));
