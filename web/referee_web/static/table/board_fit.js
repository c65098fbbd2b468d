// Nobody scrolls a screen on the wall. So everything on a board is as large as fits; and where it would become too small
// to be read from across a room, something is left out: the stylesheet says what at each level. A ruling that comes is
// shown alone for a moment first.

// The least scale that is accepted at each level.
const SEATS = [1, 1, 0.95, 0.9, 0.85, 0.75, 0.65, 0.65];
const MIDDLE = [1.05, 1, 1, 0.95, 0.9, 0.85, 0.8, 0.7, 0.65, 0.6];
const END = [1, 0.95, 0.9, 0.85, 0.8, 0.7, 0.6];
const LARGEST = { seats: 1.1, middle: 1.9, moment: 2.6, end: 1.5 };
const HALVINGS = 4;
const BEARABLE = 2;
const MOMENT_MS = 6000;
const main = document.getElementById("main");
let shown = rulingNow();
let settlesAt = 0;
let settling = 0;

function rulingNow() {
  return main.querySelector("[data-rulings]")?.dataset.rulings;
}

const isCut = (box) => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;

// Leaves out as little as can be, from this level on, and then makes what is left as large as fits. Returns the level and
// the scale.
function fit(part, boxes, scales, largest, from = 0) {
  const fitsAt = (scale) => {
    part.style.setProperty("--f", scale);
    return ![...boxes].some(isCut);
  };
  let level = from;
  for (; level < scales.length; level += 1) {
    for (let each = 1; each < scales.length; each += 1) part.classList.toggle(`less-${each}`, each <= level);
    if (fitsAt(scales[level])) break;
  }
  let fits = scales[Math.min(level, scales.length - 1)];
  let tooLarge = level < scales.length ? largest : fits;
  for (let halving = 0; halving < HALVINGS && tooLarge > fits; halving += 1) {
    const between = (fits + tooLarge) / 2;
    if (fitsAt(between)) fits = between;
    else tooLarge = between;
  }
  fitsAt(fits);
  return { level, scale: fits };
}

// The ruling stands above the cards or beside them: wherever less is left out, and then wherever all is larger. Returns
// the level.
function fitMiddle(middle, largest) {
  const place = (beside) => {
    middle.classList.toggle("beside", beside);
    return fit(middle, [middle, ...middle.children], MIDDLE, largest);
  };
  const above = place(false);
  if (!middle.querySelector(".rulings ~ .common")) return above.level;
  const beside = place(true);
  const isBetter = beside.level - above.level || above.scale - beside.scale;
  return isBetter < 0 ? beside.level : place(false).level;
}

// The seats first: the middle has what they leave. Where that is too little for it, they give way.
function fitAll() {
  for (const table of main.querySelectorAll(".ring")) {
    const middle = table.querySelector(".middle");
    const largest = table.matches(".moment") ? LARGEST.moment : LARGEST.middle;
    for (const from of [0, 2, 4]) {
      fit(table, table.querySelectorAll(".edge, .place"), SEATS, LARGEST.seats, from);
      if (fitMiddle(middle, largest) <= BEARABLE) break;
    }
  }
  for (const column of main.querySelectorAll(".over > *")) fit(column, [column], END, LARGEST.end);
}

function settle() {
  settlesAt = 0;
  const table = main.querySelector(".moment");
  table?.classList.remove("moment", "arriving");
  table?.classList.add("settling");
  fitAll();
}

// A moment goes on when the page is drawn again meanwhile. What is questioned comes before any ruling.
function showMoment() {
  const isNew = rulingNow() && rulingNow() !== shown;
  shown = rulingNow();
  const table = main.querySelector(".ring");
  if (!table || main.querySelector(".dispute")) return;
  if (isNew) {
    clearTimeout(settling);
    settlesAt = Date.now() + MOMENT_MS;
    settling = setTimeout(settle, MOMENT_MS);
    table.classList.add("arriving");
  }
  table.classList.toggle("moment", Date.now() < settlesAt);
}

document.body.classList.add("fitted");
document.addEventListener("redrawn", () => {
  showMoment();
  fitAll();
});
addEventListener("resize", fitAll);
fitAll();
