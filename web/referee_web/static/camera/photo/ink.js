// Finds ink: connected places that are darker than the white round them. A picture is `{ width, height, data }` with
// four bytes a pixel, as canvases give it.

const LEAST = 8; // Pixels, the longer side of a blob's box
const MOST = 64;
const LINES = 0.1; // Most that a frame's lines fill of a square as long as they are; of shadows and courts it costs too much
const AROUND = 25; // Pixels, in which the local white is looked for
const CELL = 4; // Pixels; the white changes slowly, and is kept once for so many each way

// Half the picture's width and height, four pixels averaged.
export function halved({ width, height, data }) {
  const across = width >> 1, down = height >> 1;
  const half = new Uint8ClampedArray(across * down * 4);
  const row = width * 4;
  for (let y = 0, to = 0; y < down; y++) {
    for (let x = 0, from = 2 * y * row; x < across; x++, from += 8, to += 4) {
      for (let c = 0; c < 3; c++) {
        const i = from + c;
        half[to + c] = (data[i] + data[i + 4] + data[i + row] + data[i + row + 4] + 2) >> 2;
      }
    }
  }
  return { width: across, height: down, data: half };
}

// Each pixel's lightness is its least share of red, green and blue: ink of any colour is dark in it. Candles have little
// blue, which therefore counts half as much again, unless thin yellow ink is looked for.
export function lightness({ width, height, data }, isYellow = false) {
  const light = new Uint8Array(width * height);
  for (let i = 0, p = 0; i < light.length; i++, p += 4) {
    const least = data[p] < data[p + 1] ? data[p] : data[p + 1];
    const blue = isYellow ? data[p + 2] : data[p + 2] + (data[p + 2] >> 1);
    light[i] = blue < least ? blue : least;
  }
  return light;
}

// The local white, a byte a cell: the lightest nearby, smoothed.
export function whiteOf(light, width, height) {
  const across = Math.ceil(width / CELL), down = Math.ceil(height / CELL);
  let cells = new Uint8Array(across * down);
  for (let y = 0; y < height; y++) {
    const to = (y / CELL | 0) * across;
    for (let x = 0, i = y * width; x < width; x++, i++) {
      const cell = to + (x >> 2);
      if (light[i] > cells[cell]) cells[cell] = light[i];
    }
  }
  const reach = Math.round((AROUND / CELL - 1) / 2);
  cells = alongBoth(cells, across, down, reach, greatest);
  return { across, cells: alongBoth(cells, across, down, reach, mean) };
}

function alongBoth(cells, across, down, reach, summary) {
  const rows = new Uint8Array(cells.length), both = new Uint8Array(cells.length);
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      const least = Math.max(0, x - reach), most = Math.min(across - 1, x + reach);
      rows[y * across + x] = summary(cells, y * across + least, y * across + most, 1);
    }
  }
  for (let x = 0; x < across; x++) {
    for (let y = 0; y < down; y++) {
      const least = Math.max(0, y - reach), most = Math.min(down - 1, y + reach);
      both[y * across + x] = summary(rows, least * across + x, most * across + x, across);
    }
  }
  return both;
}

function greatest(cells, first, last, step) {
  let found = 0;
  for (let i = first; i <= last; i += step) if (cells[i] > found) found = cells[i];
  return found;
}

function mean(cells, first, last, step) {
  let sum = 0, n = 0;
  for (let i = first; i <= last; i += step, n++) sum += cells[i];
  return sum / n;
}

// The blobs of ink darker than this share of the local white, in percent. A blob: its middle `x`, `y`, its extents
// `long` and `short` whichever way it lies, how `wide` its box is and what share of it it fills, its `area`, and how `red`
// and `blue` it is beside the white.
export function blobsOf(picture, light, white, share) {
  const runs = new Runs(picture, white);
  runs.find(light, share);
  return runs.blobs();
}

// Runs of dark pixels in rows, joined where they touch those of the row above.
class Runs {
  constructor(picture, white) {
    this.picture = picture;
    this.white = white;
    this.start = [];
    this.end = [];
    this.row = [];
    this.parent = [];
  }

  find(light, share) {
    const { width, height } = this.picture;
    const { across, cells } = this.white;
    let above = 0, here = 0;
    for (let y = 0; y < height; y++) {
      const cellRow = (y >> 2) * across;
      let from = -1;
      for (let x = 0, i = y * width; x < width; x++, i++) {
        const bright = cells[cellRow + (x >> 2)];
        const dark = light[i] * 100 < bright * share && bright > 30;
        if (dark) {
          if (from < 0) from = x;
        } else if (from >= 0) {
          this.#add(from, x, y);
          from = -1;
        }
      }
      if (from >= 0) this.#add(from, width, y);
      this.#join(above, here);
      above = here;
      here = this.start.length;
    }
  }

  #add(start, end, row) {
    this.parent.push(this.start.length);
    this.start.push(start);
    this.end.push(end);
    this.row.push(row);
  }

  // Runs from `above` to `here` are those of the row above, and from `here` on those of this row.
  #join(above, here) {
    const { start, end } = this;
    let up = above;
    for (let run = here; run < start.length; run++) {
      while (up < here && end[up] <= start[run]) up++;
      for (let other = up; other < here && start[other] < end[run]; other++) this.#unite(run, other);
    }
  }

  #root(run) {
    const { parent } = this;
    while (parent[run] !== run) run = parent[run] = parent[parent[run]];
    return run;
  }

  #unite(one, other) {
    const a = this.#root(one), b = this.#root(other);
    if (a < b) this.parent[b] = a;
    else this.parent[a] = b;
  }

  #boxes() {
    const { start, end, row } = this;
    const boxes = new Map();
    for (let run = 0; run < start.length; run++) {
      const root = this.#root(run);
      let box = boxes.get(root);
      if (!box) boxes.set(root, box = { left: start[run], right: end[run], top: row[run], bottom: row[run], runs: [] });
      if (start[run] < box.left) box.left = start[run];
      if (end[run] > box.right) box.right = end[run];
      box.bottom = row[run];
      box.runs.push(run);
    }
    return boxes.values();
  }

  blobs(isThinned = false) {
    const found = [];
    for (const box of this.#boxes()) {
      const across = box.right - box.left, down = box.bottom - box.top + 1;
      const longer = Math.max(across, down);
      const isOfLines = longer > MOST && !isThinned && this.#areaOf(box) < LINES * longer ** 2;
      if (isOfLines) found.push(...this.#thinned(box.runs).blobs(true));
      if (longer < LEAST || longer > MOST || Math.min(across, down) < LEAST * 0.22) continue;
      const blob = this.#measured(box);
      if (blob.area >= 10 && blob.area > 0.1 * across * down) found.push(blob);
    }
    return found;
  }

  #areaOf({ runs }) {
    return runs.reduce((sum, run) => sum + this.end[run] - this.start[run], 0);
  }

  // These runs without the pixels at their edges: a letter comes off the thin line of a frame that it touches.
  #thinned(runs) {
    const thin = new Runs(this.picture, this.white);
    const rows = this.#byRow(runs);
    let above = 0;
    for (let i = 0; i < rows.length; i++) {
      const here = thin.start.length;
      const y = this.row[rows[i][0]];
      if (i && i + 1 < rows.length && this.row[rows[i - 1][0]] === y - 1 && this.row[rows[i + 1][0]] === y + 1) {
        for (const run of rows[i]) this.#addThinned(thin, run, rows[i - 1], rows[i + 1]);
        thin.#join(above, here);
      }
      above = here;
    }
    return thin;
  }

  #byRow(runs) {
    const rows = [];
    for (const run of runs) {
      if (rows.length && this.row[rows.at(-1)[0]] === this.row[run]) rows.at(-1).push(run);
      else rows.push([run]);
    }
    return rows;
  }

  // What of this run has ink at its left, its right, above and below.
  #addThinned(thin, run, above, below) {
    const { start, end } = this;
    const first = start[run] + 1, last = end[run] - 1;
    let up = firstAfter(above, end, first), down = firstAfter(below, end, first);
    while (up < above.length && down < below.length) {
      const from = Math.max(first, start[above[up]], start[below[down]]);
      const to = Math.min(last, end[above[up]], end[below[down]]);
      if (from < to) thin.#add(from, to, this.row[run]);
      if (Math.max(start[above[up]], start[below[down]]) >= last) return;
      if (end[above[up]] < end[below[down]]) up++;
      else down++;
    }
  }

  #measured({ left, right, top, bottom, runs }) {
    const { width, data } = this.picture;
    let n = 0, sx = 0, sy = 0, sxx = 0, syy = 0, sxy = 0, red = 0, blue = 0;
    for (const run of runs) {
      const y = this.row[run] - top;
      for (let x = this.start[run], p = (this.row[run] * width + x) * 4; x < this.end[run]; x++, p += 4) {
        const u = x - left;
        n++;
        sx += u;
        sy += y;
        sxx += u * u;
        syy += y * y;
        sxy += u * y;
        red += data[p] - data[p + 1];
        blue += data[p + 2] - data[p + 1];
      }
    }
    const vxx = sxx / n - (sx / n) ** 2, vyy = syy / n - (sy / n) ** 2, vxy = sxy / n - (sx / n) * (sy / n);
    const middle = (vxx + vyy) / 2, apart = Math.hypot((vxx - vyy) / 2, vxy);
    const bright = this.white.cells[((top + bottom) >> 3) * this.white.across + ((left + right) >> 3)];
    const inWhite = n * Math.max(40, bright);
    return {
      x: (left + right - 1) / 2,
      y: (top + bottom) / 2,
      long: 3.46 * Math.sqrt(Math.max(middle + apart, 0.05)),
      short: 3.46 * Math.sqrt(Math.max(middle - apart, 0.05)),
      wide: (right - left + bottom - top + 1) / 2,
      fill: n / ((right - left) * (bottom - top + 1)),
      area: n,
      red: red / inWhite,
      blue: blue / inWhite,
    };
  }
}

// The first of these runs, from left to right, that ends after x.
function firstAfter(runs, end, x) {
  let low = 0, high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (end[runs[middle]] <= x) low = middle + 1;
    else high = middle;
  }
  return low;
}
