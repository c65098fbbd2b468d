// Pairs of blobs that may be a card's index: a rank, in one blob or two, and the suit below it, whichever way the card
// lies. A pair: the middle of the rank `rx`, `ry` and that of the suit `sx`, `sy`.

// The difference of redness that 199 of 200 red indices of rendered scenes keep to, a webcam's strong colours among them: a
// thin rank on a bright table is paler than its suit.
const REDDER = 0.8;
const NEIGHBOURS = 14; // Looked at round a suit, nearest first

// `blobs` may be ranks, and `suits` what may stand below one.
export function pairsOf(blobs, suits = blobs) {
  const sorted = [...blobs].sort((a, b) => a.x - b.x);
  const found = [];
  let at = 0;
  for (const suit of [...suits].sort((a, b) => a.x - b.x)) {
    while (at < sorted.length && sorted[at].x < suit.x) at++;
    if (!isSolid(suit)) continue;
    const near = around(suit, sorted, at);
    for (const rank of near) if (isAbove(rank, suit, rank.long, 1.75)) found.push(pair(rank, suit));
    tens(near, suit, found);
  }
  return found;
}

export const isSolid = ({ area, long, short }) => area > 0.5 * long * short && short > 0.5 * long;
const pair = (rank, suit) => ({ rx: rank.x, ry: rank.y, sx: suit.x, sy: suit.y });

function isAbove(rank, suit, height, most) {
  const apart = Math.hypot(rank.x - suit.x, rank.y - suit.y);
  const usual = (height + suit.long * 0.9) / 2;
  return apart > 0.72 * usual && apart < most * usual;
}

function around(suit, sorted, at) {
  const reach = 2.6 * suit.long;
  const near = [];
  const look = (first, step) => {
    for (let i = first; i >= 0 && i < sorted.length && Math.abs(sorted[i].x - suit.x) < reach; i += step) {
      const blob = sorted[i];
      if (blob === suit) continue;
      const share = blob.long / suit.long;
      if (share < 0.55 || share > 2.6) continue;
      if (Math.abs(blob.red - suit.red) > REDDER || Math.abs(blob.blue - suit.blue) > 0.5) continue;
      const away = Math.hypot(blob.x - suit.x, blob.y - suit.y);
      if (away < reach) near.push({ blob, away });
    }
  };
  look(at, 1);
  look(at - 1, -1);
  return near.sort((a, b) => a.away - b.away).slice(0, NEIGHBOURS).map(({ blob }) => blob);
}

// The two digits of a ten side by side above a suit.
function tens(near, suit, found) {
  near.forEach((one, i) => {
    for (const other of near.slice(i + 1)) {
      const high = Math.max(one.long, other.long);
      const gap = Math.hypot(one.x - other.x, one.y - other.y);
      if (Math.min(one.long, other.long) < 0.7 * high || gap < 0.3 * high || gap > 1.05 * high) continue;
      const rank = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
      if (!isAbove(rank, suit, high, 1.6)) continue;
      const dx = rank.x - suit.x, dy = rank.y - suit.y;
      const slant = (dx * (one.x - other.x) + dy * (one.y - other.y)) / (Math.hypot(dx, dy) * gap);
      if (Math.abs(slant) < 0.4) found.push(pair(rank, suit));
    }
  });
}
