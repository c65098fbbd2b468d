// Nobody scrolls a screen on the wall. So everything on a board is as large as fits; and where it would become too small
// to be read from three metres, something is left out: the stylesheet says what at each level. A ruling that comes is
// shown alone for a moment first, if it has a winner, cards or numbers: larger, if it has a winner alone.

import { DISPUTE, main, NUMBERS, RULINGS, TELLING } from "../dom.js";
import { clockRanOut, pageRedrawn } from "../events.js";

const AROUND = "[data-around]";
const IN_THE_MIDDLE = "[data-middle]";
const COLUMNS = "[data-end] > *";
const TRICK = `:not(:has(~ [data-common])) > * > [data-trick]`;
const MANY = `${NUMBERS}, ${RULINGS} [data-hands]`;
const MOMENT = `${RULINGS}[data-moment]`;
const BESIDE_RULING = `${RULINGS} ~ [data-common], ${RULINGS}${TRICK}`;

// The least scale that is accepted at each level: only where nothing more can be left out, type becomes smaller.
const SEATS = [1, 1, 1, 1, 1, 1, 1, 1, 0.6];
// A capital letter of what is read is five minutes of arc high, three metres from a laptop 34 cm wide.
const MIDDLE = [1.35, 1.35, 1.35, 1.35, 1.25, 1.22, 1.22, 1.22, 1.22, 1, 0.6];
const ANNOUNCED = MIDDLE.map((least) => least * 1.3);
const END = [1, 1, 1, 1, 1, 1, 1, 0.6];
const LARGEST = { middle: 1.6, announced: 2.6, end: 1.75 };
const HALVINGS = 4;
// The seats give way from this level on, until the middle leaves out no more than this.
const GIVING_WAY = [[0, 2], [2, 2], [4, 6], [6, 6], [7, 10]];
const MOMENT_MS = 6000;
const RING = "[data-ring]";
let shown = rulingNow();
let settlesAt = 0;
let settling = 0;

function rulingNow() {
  return main.querySelector(RULINGS)?.dataset.rulings;
}

const isCut = (box) => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;

function fitsAt(part, boxes, scale) {
  part.style.setProperty("--f", scale);
  return ![...boxes].some(isCut);
}

// Leaves out as little as can be, from this level on. Returns the level.
function leaveOut(part, boxes, scales, from = 0) {
  const fitsWithout = (level) => {
    for (let each = 1; each < scales.length; each += 1) part.classList.toggle(`less-${each}`, each <= level);
    return fitsAt(part, boxes, scales[level]);
  };
  let [tooMuch, fits] = [from - 1, scales.length - 1];
  for (let level = from; tooMuch < fits - 1; level = Math.floor((tooMuch + fits) / 2)) {
    if (fitsWithout(level)) fits = level;
    else tooMuch = level;
  }
  fitsWithout(fits);
  return fits;
}

// Makes what is left as large as fits. Returns the scale.
function grow(part, boxes, least, largest) {
  let [fits, tooLarge] = [least, largest];
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const between = (fits + tooLarge) / 2;
    if (fitsAt(part, boxes, between)) fits = between;
    else tooLarge = between;
  }
  fitsAt(part, boxes, fits);
  return fits;
}

// The ruling stands above the cards or beside them: wherever less is left out, and then beside a trick, else wherever all
// is larger. Returns the level, and what makes all as large as fits.
function place(middle, least, largest) {
  const boxes = [middle, ...middle.children, ...middle.querySelectorAll(`${MOMENT} ${TELLING}`)];
  const stand = (isBeside, from = 0) => {
    middle.classList.toggle("beside", isBeside);
    return leaveOut(middle, boxes, least, from);
  };
  const grown = (isBeside, level) => grow(middle, boxes, least[stand(isBeside, level)], largest);
  const above = stand(false);
  if (!middle.querySelector(BESIDE_RULING)) return { level: above, enlarge: () => grown(false, above) };
  const beside = stand(true);
  const level = Math.min(above, beside);
  const enlarge = () => {
    if (above !== beside || middle.querySelector(RULINGS + TRICK)) grown(beside <= above, level);
    else if (grown(true, level) > grown(false, level)) grown(true, level);
  };
  return { level, enlarge };
}

// The seats first: the middle has what they leave. Where that is too little for it, they give way.
function fitAll() {
  for (const table of main.querySelectorAll(RING)) {
    const announces = Date.now() < settlesAt && !main.querySelector(DISPUTE);
    const largest = announces ? LARGEST.announced : LARGEST.middle;
    const least = announces && !main.querySelector(MANY) ? ANNOUNCED : MIDDLE;
    let placed;
    for (const [from, bearable] of announces ? GIVING_WAY.slice(2) : GIVING_WAY) {
      leaveOut(table, table.querySelectorAll(AROUND), SEATS, from);
      placed = place(table.querySelector(IN_THE_MIDDLE), least, largest);
      if (placed.level <= bearable) break;
    }
    placed.enlarge();
  }
  for (const column of main.querySelectorAll(COLUMNS)) {
    grow(column, [column], END[leaveOut(column, [column], END)], LARGEST.end);
  }
}

function settle() {
  settlesAt = 0;
  const table = main.querySelector(DISPUTE) ? null : main.querySelector(RING);
  table?.classList.remove("announcing", "arriving");
  table?.classList.add("settling");
  fitAll();
}

// A moment goes on when the page is drawn again meanwhile. What is disputed comes before any ruling.
function showMoment() {
  const isNew = rulingNow() && rulingNow() !== shown;
  shown = rulingNow();
  const table = main.querySelector(RING);
  if (!table || main.querySelector(DISPUTE)) return;
  const isMoment = main.querySelector(MOMENT) !== null;
  if (isNew && isMoment) {
    clearTimeout(settling);
    settlesAt = Date.now() + MOMENT_MS;
    settling = setTimeout(settle, MOMENT_MS);
    table.classList.add("arriving");
  }
  table.classList.toggle("announcing", isMoment && Date.now() < settlesAt);
}

document.body.classList.add("fitted");
pageRedrawn.on(() => {
  showMoment();
  fitAll();
});
clockRanOut.on(fitAll);
addEventListener("resize", fitAll);
fitAll();
