// The two networks, read from one file of weights: a small one, the gate, lets only likely indices through, and the
// judge names them. tools/training/fit.py writes the file and says what is in it.

import { HALF, WHOLE } from "./crops.js";

export async function loadNetworks(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The reader's weights could not be loaded: ${answer.status}`);
  return networksOf(await answer.arrayBuffer());
}

function networksOf(buffer) {
  const length = new DataView(buffer).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  const reading = { buffer, at: 4 + length };
  const layers = (name) => header.networks[name].map((layer) => unpacked(layer, reading));
  const gate = new Network(layers("gate"), { planes: 3, ...HALF });
  const judge = new Network(layers("judge"), { planes: 3, ...WHOLE });
  return { gate, judge, level: header.made.level, glyphs: header.glyphs, suits: header.suits };
}

// A weight is a byte, times its output's scale.
function unpacked(layer, reading) {
  if (layer.kind === "pool") return layer;
  const inputs = layer.from * (layer.kind === "conv" ? 9 : 1);
  const floats = new Float32Array(reading.buffer, reading.at, 2 * layer.to);
  const bytes = new Int8Array(reading.buffer, reading.at + 8 * layer.to, inputs * layer.to);
  reading.at += 8 * layer.to + Math.ceil(bytes.length / 4) * 4;
  const weights = new Float64Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) weights[i] = bytes[i] * floats[Math.floor(i / inputs)];
  return { ...layer, weights, bias: floats.slice(layer.to) };
}

// Values between layers lie in planes with a border of zeros, so that a convolution need not look where it ends.
class Network {
  #steps = [];

  #input;
  #shape;

  constructor(layers, shape) {
    this.#shape = shape;
    let values = this.#input = bordered(shape);
    for (const layer of layers) {
      const step = { layer, from: values, shape };
      shape = after(layer, shape);
      values = step.to = layer.kind === "dense" ? new Float64Array(layer.to) : bordered(shape);
      step.after = shape;
      this.#steps.push(step);
    }
    this.output = values;
  }

  // What the network says of this cut-out, until it is asked again.
  run(cut) {
    enter(cut, this.#shape, this.#input);
    for (const { layer, from, to, shape, after } of this.#steps) {
      if (layer.kind === "conv") convolve(layer, from, shape, to, after);
      else if (layer.kind === "pool") pool(from, shape, to, after);
      else connect(layer, from, shape, to);
    }
    return this.output;
  }
}

function enter(cut, { planes, down, across }, into) {
  for (let s = 0, plane = 0; plane < planes; plane++) {
    for (let y = 0; y < down; y++, s += across) {
      into.set(cut.subarray(s, s + across), (plane * (down + 2) + y + 1) * (across + 2) + 1);
    }
  }
}

const bordered = ({ planes, down, across }) => new Float64Array(planes * (down + 2) * (across + 2));

function after(layer, { planes, down, across }) {
  if (layer.kind === "dense") return { planes: layer.to, down: 0, across: 0 };
  const by = layer.kind === "pool" ? 2 : layer.stride;
  return { planes: layer.kind === "pool" ? planes : layer.to, down: down / by, across: across / by };
}

// Two outputs at a time: what is read of the input serves both.
function convolve({ weights, bias, relu, stride }, from, shape, to, after) {
  const wide = shape.across + 2, plane = wide * (shape.down + 2);
  const wideTo = after.across + 2, planeTo = wideTo * (after.down + 2);
  for (let o = 0; o < after.planes; o += 2) {
    const start = o * planeTo + wideTo + 1;
    for (let y = 0; y < after.down; y++) {
      to.fill(bias[o], start + y * wideTo, start + y * wideTo + after.across);
      to.fill(bias[o + 1], start + planeTo + y * wideTo, start + planeTo + y * wideTo + after.across);
    }
    for (let i = 0; i < shape.planes; i++) {
      const w = (o * shape.planes + i) * 9, v = w + 9 * shape.planes;
      const a = weights[w], b = weights[w + 1], c = weights[w + 2], d = weights[w + 3], e = weights[w + 4];
      const f = weights[w + 5], g = weights[w + 6], h = weights[w + 7], j = weights[w + 8];
      const A = weights[v], B = weights[v + 1], C = weights[v + 2], D = weights[v + 3], E = weights[v + 4];
      const F = weights[v + 5], G = weights[v + 6], H = weights[v + 7], J = weights[v + 8];
      for (let y = 0; y < after.down; y++) {
        let p = i * plane + y * stride * wide, q = p + wide, r = q + wide, t = start + y * wideTo;
        for (const end = t + after.across; t < end; t++, p += stride, q += stride, r += stride) {
          const k = from[p], l = from[p + 1], m = from[p + 2], n = from[q], x = from[q + 1], z = from[q + 2];
          const u = from[r], s = from[r + 1], ss = from[r + 2];
          to[t] += a * k + b * l + c * m + d * n + e * x + f * z + g * u + h * s + j * ss;
          to[t + planeTo] += A * k + B * l + C * m + D * n + E * x + F * z + G * u + H * s + J * ss;
        }
      }
    }
    if (relu) rectify(to, o * planeTo, (o + 2) * planeTo);
  }
}

function rectify(values, start, end) {
  for (let i = start; i < end; i++) if (values[i] < 0) values[i] = 0;
}

function pool(from, shape, to, after) {
  const wide = shape.across + 2, plane = wide * (shape.down + 2);
  const wideTo = after.across + 2, planeTo = wideTo * (after.down + 2);
  for (let i = 0; i < shape.planes; i++) {
    for (let y = 0; y < after.down; y++) {
      let p = i * plane + (2 * y + 1) * wide + 1, t = i * planeTo + (y + 1) * wideTo + 1;
      for (let x = 0; x < after.across; x++, p += 2, t++) {
        to[t] = Math.max(from[p], from[p + 1], from[p + wide], from[p + wide + 1]);
      }
    }
  }
}

function connect({ weights, bias, relu }, from, { planes, down, across }, to) {
  const values = down ? inside(from, planes, down, across) : from;
  for (let o = 0, w = 0; o < to.length; o++) {
    let sum = bias[o];
    for (let i = 0; i < values.length; i++, w++) sum += weights[w] * values[i];
    to[o] = relu && sum < 0 ? 0 : sum;
  }
}

function inside(from, planes, down, across) {
  const wide = across + 2, plane = wide * (down + 2);
  const values = new Float64Array(planes * down * across);
  for (let i = 0, t = 0; i < planes; i++) {
    for (let y = 1; y <= down; y++) for (let x = 1; x <= across; x++, t++) values[t] = from[i * plane + y * wide + x];
  }
  return values;
}
