// What scripts tell each other. Each event is sent with `send` and heard with `on`, which returns what stops listening.
// Whoever hears one gets the browser's event, with what was sent as its `detail`. Listeners are called at once, in the
// order in which they began to listen, and all of them before `send` returns.

import { main } from "./dom.js";

function announced(name, within, options) {
  return {
    send: (from, detail) => from.dispatchEvent(new CustomEvent(name, { ...options, detail })),
    on: (act, how) => {
      within.addEventListener(name, act, how);
      return () => within.removeEventListener(name, act, how);
    },
  };
}

// Events of the page are sent by nobody in particular.
function ofPage(name) {
  const { send, on } = announced(name, document);
  return { send: (detail) => send(document, detail), on };
}

// Events of a form bubble up to the page's main part: their `target` is the form.
const ofForm = (name) => announced(name, main, { bubbles: true });

// The stream said that something changed at the table. Sent by live/table_page.js, without anything, before the page is
// fetched again: what is on it is still the old one, and it stays where nothing new was to be had.
export const changeHeard = ofPage("referee-change-heard");

// The referee has answered an entry. Sent by live/table_page.js with `{ form, ok }`: the form as it was sent, and whether
// the entry was taken. The form and all of the page are still as they were; `pageRedrawn` comes next, and then
// `entryTaken` or `entryRefused`.
export const entryAnswered = ofPage("referee-entry-answered");

// What is on the page is new: a page came as news or as an answer (live/table_page.js), or the form of an entry that is
// corrected (entries/correcting.js). Sent without anything. The new elements are in their places, with what was being
// filled in, and have none of what scripts add: each script adds its part now. Only when `send` returns has every script
// added its part, so nothing is measured, scrolled to or focused for good before. Nobody is sent this when a page has just
// been loaded: scripts begin by themselves then.
export const pageRedrawn = ofPage("referee-page-redrawn");

// The clock of a level has run out, and what holds then stands where its time was. Sent by table/clock.js, without
// anything. Whoever hears it may measure: it is longer than the time.
export const clockRanOut = ofPage("referee-clock-ran-out");

// A new ruling has come as news while the page stood where the last entry had left it, and nobody was filling anything in.
// Sent by live/table_page.js, without anything, after `pageRedrawn`. Whoever hears it may scroll: afterwards the page
// counts as standing where it was left.
export const rulingCame = ofPage("referee-ruling-came");

// An entry was taken, and the page with what it led to is drawn and stands at its top. Sent by live/table_page.js, without
// anything, after `pageRedrawn`. Whoever hears it may scroll.
export const entryTaken = ofPage("referee-entry-taken");

// An entry was not taken, and the page that says why is drawn and stands where it says so. Sent by live/table_page.js,
// without anything, after `pageRedrawn`. Whoever hears it may scroll.
export const entryRefused = ofPage("referee-entry-refused");

// Another place or part of this form is open, or cards have moved in it. Sent from the form by cards/tabs.js,
// cards/moving.js, cards/typing.js and forms/turns.js, once that is so, with `{ byKey }`: whether a key did it, so that
// keys go on in the place. What is picked is drawn, and the draft saved, by those who hear it.
export const placeChanged = ofForm("referee-place-changed");

// A script has read cards elsewhere, and they are to be picked as if they were tapped. Sent from the form, with
// `{ codes, place }`: the codes in their order, such as `["7H", "XB"]`, and the id of the place (`[data-picker]`) that
// they go to, or nothing for the open one. When `send` returns, `left` in what was sent has the codes that could not be
// picked there. camera/photo/dialog.js sends it, and cards/pad.js picks.
export const cardsRead = ofForm("referee-cards-read");
