// Sees which cards lie on the table: waits until what has changed lies still, and reads only that.

import { CardsOnTable } from "./cards_on_table.js";
import { ACROSS, Motion } from "./motion.js";

const MARGIN = 4; // Cells that are read round a place that has changed, so that no index is cut
const [DOWN, RIGHT] = [3.3, 2.8]; // From an index to the middle of its card, in distances from rank to suit
const MOST_TRIES = 4; // Pictures in which a place is read until they agree

export class Eye {
  #motion = new Motion();
  #table = new CardsOnTable();
  #again = [];

  // `read` takes a picture and returns the readings in it, or null.
  constructor(read) {
    this.read = read;
  }

  get cards() {
    return this.#table.cards;
  }

  // Looks at the camera's picture as it is now. `isStill`: nothing moves, and all that lies there was read as often as
  // it takes; `isElsewhere`: nearly all of the picture has changed.
  async look(camera) {
    const { still, isBusy, isElsewhere } = this.#motion.look(camera.small());
    const places = still.length || isBusy ? still : this.#again.splice(0);
    // All are cut out of one picture.
    const parts = places.map((place) => ({ place, ...partOf(place, camera) }));
    for (const { place, part, picture } of parts) {
      this.#motion.wasReadIn(place, ACROSS);
      const readings = await this.read(picture);
      if (readings) this.#take(place, part, picture, readings, camera);
    }
    return { isStill: !isBusy && !still.length && !this.#again.length, isElsewhere };
  }

  #take(place, part, picture, readings, camera) {
    const cell = camera.width / ACROSS;
    const box = { x: (place.x - 1) * cell, y: (place.y - 1) * cell, width: (place.width + 2) * cell, height: (place.height + 2) * cell };
    const there = readings.map((each) => ({ ...each, x: each.x + part.x, y: each.y + part.y, middle: middleOf(each, part), cut: cutOut(picture, each) }));
    const tries = (place.tries ?? 0) + 1;
    if (this.#table.replaceIn(box, there) && tries < MOST_TRIES) this.#again.push({ ...place, tries });
  }
}

// A place given in cells, and a little round it, in the camera's pixels.
function partOf({ x, y, width, height }, camera) {
  const cell = camera.width / ACROSS;
  const left = Math.max(0, Math.floor((x - MARGIN) * cell)), top = Math.max(0, Math.floor((y - MARGIN) * cell));
  const right = Math.min(camera.width, Math.ceil((x + width + MARGIN) * cell));
  const bottom = Math.min(camera.height, Math.ceil((y + height + MARGIN) * cell));
  const part = { x: left, y: top, width: right - left, height: bottom - top };
  return { part, picture: camera.part(part) };
}

// Where the middle of a card is, by its index in the upper left corner. Indices of other decks are larger or smaller; it
// is near enough to tell before whom the card lies.
function middleOf({ x, y, pair: { rx, ry, sx, sy } }, part) {
  const [downX, downY] = [sx - rx, sy - ry];
  return { x: part.x + x + DOWN * downX + RIGHT * downY, y: part.y + y + DOWN * downY - RIGHT * downX };
}

// The index alone, for somebody to look at.
function cutOut(picture, { x, y, size }) {
  const half = Math.round(size * 2);
  return () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 2 * half, height: 2 * half });
    canvas.getContext("2d").putImageData(picture, half - x, half - y);
    return canvas;
  };
}
