// Where in the picture everybody sits, and where the game's own places are, as its board: names that are dragged there,
// with a finger or the arrow keys, once an evening.

import { createButton, createElement } from "../../dom.js";

const STEP = 0.03;
const AWAY = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class SeatPlaces {
  #at = new Map(); // By seat or place { x, y }, in shares of the picture
  #moved = new Set(); // Places of the game that somebody has put somewhere
  #shown = "";

  // What is kept under another `name` begins with the camera's places. The element hears of a `change`.
  constructor(element, seats, name = "places") {
    this.element = element;
    this.seats = seats;
    const who = [...seats].sort().join(" ");
    this.key = `${name} ${who}`;
    const kept = { ...keptAs(`places ${who}`), ...keptAs(this.key) };
    seats.forEach((seat, i) => this.#at.set(seat, kept[seat] ?? aroundTable(i, seats.length)));
    element.replaceChildren(...seats.map((seat) => this.#handle(seat)));
  }

  at(seat) {
    return this.#at.get(seat);
  }

  // The game has these places on the table: names, each with what people call it.
  show(named) {
    const names = [...named.keys()].filter((name) => !this.seats.includes(name));
    if (this.#shown === names.join("\n")) return;
    this.#shown = names.join("\n");
    const kept = keptAs(this.key);
    for (const name of names) if (kept[name]) this.#moved.add(name);
    names.forEach((name, i) => this.#at.set(name, kept[name] ?? { x: (i + 1) / (names.length + 1), y: 0.5 }));
    const handles = names.map((name) => this.#handle(name, "place", named.get(name)));
    this.element.replaceChildren(...this.seats.map((seat) => this.#handle(seat)), ...handles);
  }

  // All of it in the pixels of a picture.
  in({ width, height }) {
    const pixels = (name) => ({ x: this.#at.get(name).x * width, y: this.#at.get(name).y * height });
    const shown = this.#shown.split("\n").filter((name) => this.#moved.has(name));
    return { seats: new Map(this.seats.map((seat) => [seat, pixels(seat)])), places: shown.map(pixels) };
  }

  #handle(seat, kind = "", word = seat) {
    const button = createButton({ class: kind }, createElement("span", {}, word));
    const move = (x, y) => {
      this.#at.set(seat, { x: Math.min(1, Math.max(0, x)), y: Math.min(1, Math.max(0, y)) });
      if (kind) this.#moved.add(seat);
      this.#put(button, seat);
      this.#keep();
    };
    button.addEventListener("pointerdown", (event) => button.setPointerCapture(event.pointerId));
    button.addEventListener("pointermove", (event) => {
      if (!button.hasPointerCapture(event.pointerId)) return;
      const box = this.element.parentElement.getBoundingClientRect();
      move((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
    });
    button.addEventListener("lostpointercapture", () => this.element.dispatchEvent(new Event("change")));
    button.addEventListener("keydown", (event) => {
      if (!AWAY[event.key]) return;
      event.preventDefault();
      const [dx, dy] = AWAY[event.key];
      const { x, y } = this.#at.get(seat);
      move(x + dx * STEP, y + dy * STEP);
      this.element.dispatchEvent(new Event("change"));
    });
    this.#put(button, seat);
    return button;
  }

  #put(button, seat) {
    const { x, y } = this.#at.get(seat);
    Object.assign(button.style, { left: `${100 * x}%`, top: `${100 * y}%` });
  }

  #keep() {
    const placed = [...this.#at].filter(([name]) => this.seats.includes(name) || this.#moved.has(name));
    try {
      localStorage.setItem(this.key, JSON.stringify({ ...keptAs(this.key), ...Object.fromEntries(placed) }));
    } catch { /* Storage may be off: the names are dragged again. */ }
  }
}

function keptAs(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}

// Clockwise as they sit, the first one nearest to whoever looks.
function aroundTable(i, n) {
  const angle = Math.PI / 2 + (2 * Math.PI * i) / n;
  return { x: 0.5 + 0.42 * Math.cos(angle), y: 0.5 + 0.4 * Math.sin(angle) };
}
