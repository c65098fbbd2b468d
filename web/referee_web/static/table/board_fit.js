// Nobody scrolls a screen on the wall. Where a board holds more than fits, it is cut down step by step: the stylesheet
// says what each step leaves out or makes smaller. A ruling that comes is shown large for a moment first.

const STEPS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const BEARABLE = 6;
const MOMENT_MS = 6000;
const main = document.getElementById("main");
let shown = rulingNow();
let settlesAt = 0;
let settling = 0;

function rulingNow() {
  return main.querySelector("[data-rulings]")?.dataset.rulings;
}

const isCut = (box) => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;

// Returns how many steps it took; at least so many are taken.
function fit(part, boxes, least = 0) {
  for (const step of STEPS) part.classList.toggle(`less-${step}`, step <= least);
  for (const step of STEPS) {
    if (step <= least) continue;
    if (![...boxes].some(isCut)) return step - 1;
    part.classList.add(`less-${step}`);
  }
  return STEPS.length;
}

// The seats first: the middle has what they leave. Where that is too little for it, they give way.
function fitAll() {
  for (const table of main.querySelectorAll(".ring")) {
    const middle = table.querySelector(".middle");
    for (const least of [0, 2, 4]) {
      fit(table, table.querySelectorAll(".edge, .place"), least);
      if (fit(middle, [middle, ...middle.children]) <= BEARABLE) break;
    }
  }
  for (const column of main.querySelectorAll(".over > *")) fit(column, [column]);
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
