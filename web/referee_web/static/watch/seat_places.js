// Where in the picture everybody sits: names that are dragged there, with a finger or the arrow keys, once an evening.

const STEP = 0.03;

export class SeatPlaces {
  #at = new Map(); // By seat { x, y }, in shares of the picture

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

  // Whose place this one of the picture is nearest to; shares of its width and height.
  nearest(x, y, ratio) {
    const away = ({ x: u, y: v }) => Math.hypot(u - x, (v - y) / ratio);
    return [...this.#at].reduce((best, each) => (away(each[1]) < away(best[1]) ? each : best))[0];
  }

  #handle(seat) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: seat });
    const move = (x, y) => {
      this.#at.set(seat, { x: Math.min(1, Math.max(0, x)), y: Math.min(1, Math.max(0, y)) });
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
      const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [];
      if (dx === undefined) return;
      event.preventDefault();
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
    try {
      localStorage.setItem(this.key, JSON.stringify(Object.fromEntries(this.#at)));
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
