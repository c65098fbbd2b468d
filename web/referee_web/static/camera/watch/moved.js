// Whether the camera was moved: edges of cards and of the table are elsewhere, all of them shifted and turned alike. What
// is laid, pushed or swept away leaves other edges where they were, and light leaves them all.

const EDGE = 24; // Of 255, between both neighbours of a cell
const [LEAST, MOST] = [40, 300]; // Cells with an edge: a card has about a hundred
const FOUND = 0.86; // Of these, all shifted alike
const CLEARER = 0.25; // So many more of them than where they were
const [FARTHEST, STEP, LEAST_SHIFT] = [32, 2, 3]; // Cells
const LEAST_TURN = 5;
const TURNS = [0, -3, 3, -6, 6, -9, 9]; // Degrees
const WIDE = 0.25; // Of the picture across: farther apart than what somebody pushes at once

// Both are pictures in cells and in the same light; a cell below 0 is not known.
export function wasMoved(before, now, width, height) {
  const edges = some(edgesIn(before, width, height));
  if (edges.length < LEAST) return false;
  const there = slopesIn(now, width, height);
  const staying = edges.filter((edge) => isAt(edge, 0, 0, there, width, height)).length;
  const share = Math.max(FOUND, staying / edges.length + CLEARER);
  if (share > 1) return false;
  for (const turn of TURNS) {
    const turned = edges.map((edge) => turnedBy((turn * Math.PI) / 180, edge, width, height));
    for (let dy = -FARTHEST; dy <= FARTHEST; dy += STEP) {
      for (let dx = -FARTHEST; dx <= FARTHEST; dx += STEP) {
        if (Math.hypot(dx, dy) < LEAST_SHIFT && Math.abs(turn) < LEAST_TURN) continue;
        if (areShifted(turned, share, dx, dy, there, width, height)) return true;
      }
    }
  }
  return false;
}

// Whether this share of the edges, from here and there, are found so many cells away. Some may have left the picture.
function areShifted(edges, share, dx, dy, there, width, height) {
  const found = [];
  let inside = 0;
  for (const edge of edges) {
    const [x, y] = [edge.x + dx, edge.y + dy];
    if (x < 1 || x >= width - 1 || y < 1 || y >= height - 1) continue;
    inside++;
    if (isAt(edge, dx, dy, there, width, height)) found.push(edge);
    else if (inside - found.length > (1 - share) * edges.length) return false;
  }
  if (inside < edges.length / 2 || found.length < share * inside) return false;
  return Math.max(spread(found.map(({ x }) => x)), spread(found.map(({ y }) => y))) > WIDE * width;
}

// How far most of these are apart.
function spread(numbers) {
  const sorted = numbers.sort((a, b) => a - b);
  const tenth = Math.floor(sorted.length / 10);
  return sorted.at(-1 - tenth) - sorted[tenth];
}

// Whether such an edge is so many cells away from this one, or a cell beside that.
function isAt({ x, y, across, down }, dx, dy, there, width, height) {
  const [left, top] = [Math.round(x + dx), Math.round(y + dy)];
  const least = 0.5 * (across * across + down * down);
  for (let v = Math.max(0, top - 1); v <= Math.min(height - 1, top + 1); v++) {
    for (let u = Math.max(0, left - 1); u <= Math.min(width - 1, left + 1); u++) {
      const i = v * width + u;
      if (across * there.across[i] + down * there.down[i] >= least) return true;
    }
  }
  return false;
}

function turnedBy(turn, { x, y, across, down }, width, height) {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const [fromX, fromY] = [x - width / 2, y - height / 2];
  return {
    x: width / 2 + cos * fromX - sin * fromY,
    y: height / 2 + sin * fromX + cos * fromY,
    across: cos * across - sin * down,
    down: sin * across + cos * down,
  };
}

function edgesIn(picture, width, height) {
  const { across, down } = slopesIn(picture, width, height);
  const edges = [];
  for (let i = 0; i < picture.length; i++) {
    if (Math.hypot(across[i], down[i]) <= EDGE) continue;
    edges.push({ x: i % width, y: Math.floor(i / width), across: across[i], down: down[i] });
  }
  return edges;
}

// So many of them, from everywhere.
function some(edges) {
  const share = (i) => Math.floor((i * MOST) / edges.length);
  return edges.filter((_, i) => share(i) !== share(i - 1));
}

// How much lighter it gets to the right and downwards.
function slopesIn(picture, width, height) {
  const [across, down] = [new Float32Array(picture.length), new Float32Array(picture.length)];
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      const round = [picture[i - 1], picture[i + 1], picture[i - width], picture[i + width]];
      if (round.some((each) => each < 0)) continue;
      across[i] = round[1] - round[0];
      down[i] = round[3] - round[2];
    }
  }
  return { across, down };
}
