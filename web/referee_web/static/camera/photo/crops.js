// Cuts a pair out of the photo upright and always of one size: for the judge 40 by 64, the rank's middle at 20, 20 and
// the suit's at 20, 46, and for the gate half of that.

import { halved } from "./ink.js";

export const WHOLE = { across: 40, down: 64, middle: 20, apart: 26, block: 4 };
export const HALF = { across: 20, down: 32, middle: 9.75, apart: 13, block: 2 };
const INK = -0.1;
const SUIT = 13; // Half of what a suit and its edge take of a cut-out
export const sizeOf = ({ across, down }) => 3 * across * down;

// The photo in halves of halves, so that large indices are cut out of small pictures.
export function pyramid(picture) {
  const levels = [picture];
  while (Math.min(levels.at(-1).width, levels.at(-1).height) > 256) levels.push(halved(levels.at(-1)));
  return levels;
}

// Three planes, red, green and blue, one after the other, from -1 (black) to 1 (the card's own white).
export function cut(levels, { rx, ry, sx, sy }, shape, into) {
  const apart = Math.hypot(sx - rx, sy - ry);
  let level = 0, scale = 1;
  while (apart * scale > shape.apart * 1.7 && level < levels.length - 1) {
    level++;
    scale /= 2;
  }
  const downX = (sx - rx) * scale / shape.apart, downY = (sy - ry) * scale / shape.apart;
  const rightX = downY, rightY = -downX;
  const shift = (scale - 1) / 2;
  const x0 = rx * scale + shift - shape.middle * (downX + rightX);
  const y0 = ry * scale + shift - shape.middle * (downY + rightY);
  sample(levels[level], x0, y0, rightX, rightY, downX, downY, shape, into);
  whiten(shape, into);
}

function sample({ width, height, data }, x0, y0, rightX, rightY, downX, downY, { across, down }, into) {
  const plane = across * down;
  const row = width * 4, mostX = width - 1.001, mostY = height - 1.001;
  for (let v = 0, at = 0; v < down; v++) {
    for (let u = 0; u < across; u++, at++) {
      let x = x0 + u * rightX + v * downX, y = y0 + u * rightY + v * downY;
      if (x < 0) x = 0;
      else if (x > mostX) x = mostX;
      if (y < 0) y = 0;
      else if (y > mostY) y = mostY;
      const left = x | 0, top = y | 0;
      const fx = x - left, fy = y - top;
      const a = (1 - fx) * (1 - fy), b = fx * (1 - fy), c = (1 - fx) * fy, d = fx * fy;
      const p = top * row + left * 4;
      into[at] = a * data[p] + b * data[p + 4] + c * data[p + row] + d * data[p + row + 4];
      into[at + plane] = a * data[p + 1] + b * data[p + 5] + c * data[p + row + 1] + d * data[p + row + 5];
      into[at + 2 * plane] = a * data[p + 2] + b * data[p + 6] + c * data[p + row + 2] + d * data[p + row + 6];
    }
  }
}

// The same with another suit in the place of the index's own: `pip`, which is so many times as large, and in the lower half
// of the card stands upside down. Nothing round it is shown.
export function cutWithPip(levels, pair, { x, y, times, isTurned }, shape, into) {
  cut(levels, pair, shape, into);
  const { across, down, middle, apart } = shape, plane = across * down;
  const way = (isTurned ? -times : times) / 2;
  const [dx, dy] = [(pair.sx - pair.rx) * way, (pair.sy - pair.ry) * way];
  const other = new Float32Array(into.length);
  cut(levels, { rx: x - dx, ry: y - dy, sx: x + dx, sy: y + dy }, shape, other);
  for (let v = middle + apart / 2; v < down; v++) {
    for (let u = 0; u < across; u++) {
      const from = (v - apart / 2) * across + u;
      const isRound = Math.hypot(u - middle, v - middle - apart) < SUIT;
      for (let to = v * across + u, i = from; to < into.length; to += plane, i += plane) into[to] = isRound ? other[i] : 1;
    }
  }
}

// How red the ink of the suit in a cut-out is beside its paper: that of a heart 0.3 to 0.6, of a spade 0.
export function rednessOf(cut, { across, down, middle, apart }) {
  const plane = across * down;
  let sum = 0, n = 0;
  for (let v = middle + apart / 2 + 1; v < down - 4; v++) {
    for (let i = v * across + 8; i < v * across + across - 8; i++) {
      const [red, green, blue] = [cut[i], cut[i + plane], cut[i + 2 * plane]];
      if (Math.min(red, green, blue) >= INK) continue;
      sum += red - (green + blue) / 2;
      n++;
    }
  }
  return n ? sum / n : 0;
}

// Light and its colour are taken out: the lightest small block in the middle of the cut is the card's white.
function whiten({ across, down, block }, into) {
  const size = across * down;
  for (let plane = 0; plane < 3 * size; plane += size) {
    let white = 24 * block * block;
    for (let v = block; v < down - block; v += block) {
      for (let u = 2 * block; u < across - 2 * block; u += block) {
        let sum = 0;
        for (let y = v; y < v + block; y++) for (let x = u; x < u + block; x++) sum += into[plane + y * across + x];
        if (sum > white) white = sum;
      }
    }
    const share = 2 * block * block / white;
    for (let i = plane; i < plane + size; i++) into[i] = Math.min(1.4, into[i] * share - 1);
  }
}
