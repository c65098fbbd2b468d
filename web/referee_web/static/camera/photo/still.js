// A photo as it is shown: small enough for the screen, with what was read marked on it.

import { count } from "../../messages.js";
import { createElement } from "../../dom.js";
import { COLOURS } from "./marks.js";

const ACROSS = 1000; // Pixels of the still
const FRAME = 1.15; // Half a frame's side round an index, in distances from rank to suit

export class Still {
  static async of(file) {
    return new Still(await createImageBitmap(file, { resizeWidth: ACROSS, resizeQuality: "high" }));
  }

  constructor(bitmap) {
    this.bitmap = bitmap;
    this.canvas = createElement("canvas", { role: "img", width: bitmap.width, height: bitmap.height });
    this.canvas.getContext("2d").drawImage(bitmap, 0, 0);
    this.frame = createElement("div", { class: "still" }, createElement("div", {}, this.canvas));
  }

  // Knows from now on how large the picture was in which places are given.
  showing({ width }) {
    this.scale = this.bitmap.width / width;
    return this;
  }

  mark(cards) {
    const mine = cards.filter((card) => card.still === this);
    const label = count("The photo, with {n} card marked", "The photo, with {n} cards marked", mine.length);
    this.canvas.setAttribute("aria-label", label);
    const pen = this.canvas.getContext("2d");
    pen.drawImage(this.bitmap, 0, 0);
    for (const { reading, isDoubtful } of mine) {
      const half = Math.max(12, reading.size * this.scale * FRAME);
      const x = reading.x * this.scale - half, y = reading.y * this.scale - half;
      pen.setLineDash(isDoubtful ? [10, 8] : []);
      for (const [colour, line] of [["#000000", 9], [isDoubtful ? COLOURS.doubtful : COLOURS.new, 5]]) {
        pen.strokeStyle = colour;
        pen.lineWidth = line;
        pen.strokeRect(x, y, 2 * half, 2 * half);
      }
    }
  }

  // The index alone, upright.
  cutOut({ pair, x, y, size }) {
    const canvas = createElement("canvas", { class: "cut-out", width: 96, height: 128, "aria-hidden": "true" });
    const pen = canvas.getContext("2d");
    const zoom = 40 / (size * this.scale);
    pen.translate(48, 64);
    pen.rotate(Math.PI / 2 - Math.atan2(pair.sy - pair.ry, pair.sx - pair.rx));
    pen.scale(zoom, zoom);
    pen.drawImage(this.bitmap, -x * this.scale, -y * this.scale);
    return canvas;
  }
}
