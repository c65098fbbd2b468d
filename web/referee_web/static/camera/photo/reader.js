// Reads the cards in a photo, on this phone: nothing is sent anywhere. The work is done beside the page by worker.js.

import { pictureOf } from "./decode.js";

const WEIGHTS = new URL("./weights.bin", import.meta.url).href;

export class Reader {
  #worker = null;
  #settle = null;

  // Loads what reading needs, while the photo is still being taken.
  prepare() {
    if (this.#worker) return;
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.onerror = ({ message }) => this.#end(worker, { failed: message || "no worker" });
    worker.postMessage({ weights: WEIGHTS });
    this.#worker = worker;
  }

  // What a photo's file shows, or a picture as it is read: `letters`, and `readings` with places in pixels of a picture
  // `width` by `height`. Null once stopped. `among` are the codes of the cards that are asked for, null where it may be
  // any. `isThorough` looks longer for small indices. `onShare` hears how far it is, from 0 to 1.
  // Throws where the photo cannot be read at all.
  async read(file, { letters, copies, among = null, isThorough = false, onShare }) {
    this.prepare();
    // Where a worker cannot decode photos the page does it.
    const photo = globalThis.OffscreenCanvas || file instanceof ImageData ? file : await pictureOf(file);
    if (!this.#worker) return null;
    const answer = await new Promise((resolve) => {
      this.#settle = resolve;
      this.#worker.onmessage = ({ data }) => ("share" in data ? onShare(data.share) : resolve(data));
      this.#worker.postMessage({ photo, weights: WEIGHTS, letters, copies, among, isThorough });
    });
    this.#settle = null;
    if (answer?.failed) throw new Error(answer.failed);
    return answer;
  }

  stop() {
    this.#end(this.#worker, null);
  }

  // The next photo starts another worker, which loads again what this one could not.
  #end(worker, answer) {
    worker?.terminate();
    if (worker !== this.#worker) return;
    this.#worker = null;
    this.#settle?.(answer);
  }
}
