// Nobody scrolls a screen on the wall. If a column of the board is too long, what stands beside the ruling and the
// scores is cut down step by step: the stylesheet says what each step leaves out.

const STEPS = [1, 2, 3, 4, 5, 6];
const main = document.getElementById("main");

const isTooLong = (column) => column.scrollHeight > column.clientHeight;

function fit(column) {
  for (const step of STEPS) column.classList.remove(`less-${step}`);
  for (const step of STEPS) {
    if (!isTooLong(column)) return;
    column.classList.add(`less-${step}`);
  }
}

function fitAll() {
  for (const column of main.querySelectorAll(".board > *")) fit(column);
}

document.body.classList.add("fitted");
document.addEventListener("redrawn", fitAll);
addEventListener("resize", fitAll);
fitAll();
