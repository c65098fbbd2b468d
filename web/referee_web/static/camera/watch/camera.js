// The camera's picture: a small one to see whether anything moves, and a part of the whole to read cards in.

import { Brightness } from "./brightness.js";
import { ACROSS } from "./motion.js";

// Asked for in this order: cards are read the better the larger they are.
const SIZES = [[2560, 1440], [1920, 1080], [1280, 720]];
const HALF = 1280; // Pixels across: of a picture wider than that motion is looked for in a smaller one

export class Camera {
  #small = document.createElement("canvas");
  #whole = document.createElement("canvas");
  #half = document.createElement("canvas");
  #part = document.createElement("canvas");
  #brightness = new Brightness();
  #isTaken = false; // Whether the whole picture is that of the last look
  #wanted = 0;

  // Throws what the browser does where there is no camera, or nobody lets the page use it. `gone` hears that it was taken
  // away.
  static async open(video, gone) {
    const wanted = { video: { ...sized(0), facingMode: "environment" }, audio: false };
    const stream = await navigator.mediaDevices.getUserMedia(wanted);
    stream.getVideoTracks()[0].addEventListener("ended", gone);
    video.srcObject = stream;
    await video.play();
    return new Camera(video, stream);
  }

  constructor(video, stream) {
    this.video = video;
    this.stream = stream;
  }

  get width() {
    return this.video.videoWidth;
  }

  get height() {
    return this.video.videoHeight;
  }

  // Takes the next smaller picture, where the machine does not keep up with this one. Returns whether there is one.
  async shrink() {
    while (this.#wanted + 1 < SIZES.length) {
      const before = this.width;
      await this.stream.getVideoTracks()[0].applyConstraints(sized(++this.#wanted));
      if (SIZES[this.#wanted][0] < before) return true;
    }
    return false;
  }

  close() {
    this.stream.getTracks().forEach((track) => track.stop());
    this.video.srcObject = null;
  }

  // Takes a picture, and returns it in cells.
  async small() {
    this.#isTaken = false;
    const grey = await this.#brightness.of(this.video, ACROSS).catch(() => null);
    return grey ?? this.#drawnSmall();
  }

  // The browser would keep many pictures that it is to make smaller itself.
  #drawnSmall() {
    const { width, height } = this;
    const half = Math.min(1, HALF / width);
    fit(this.#half, Math.round(width * half), Math.round(height * half));
    fit(this.#small, ACROSS, Math.round((ACROSS * height) / width));
    penOf(this.#half).drawImage(this.video, 0, 0, this.#half.width, this.#half.height);
    // A cell is the mean of its pixels; "low" takes a few, whose noise looks like motion.
    penOf(this.#small).imageSmoothingQuality = "medium";
    return pictureOf(this.#small, this.#half, 0, 0, this.#half.width, this.#half.height);
  }

  // This part of the picture as it is at the first one after a look, so many times as large as in its own pixels. An idle
  // table is never taken whole.
  part({ x, y, width, height }, scale = 1) {
    if (!this.#isTaken) {
      fit(this.#whole, this.width, this.height);
      penOf(this.#whole).drawImage(this.video, 0, 0);
      this.#isTaken = true;
    }
    if (scale === 1) return penOf(this.#whole).getImageData(x, y, width, height);
    Object.assign(this.#part, { width: Math.round(width * scale), height: Math.round(height * scale) });
    return pictureOf(this.#part, this.#whole, x, y, width, height);
  }
}

function sized(number) {
  const [width, height] = SIZES[number];
  return { width: { ideal: width }, height: { ideal: height }, frameRate: { ideal: 5, max: 15 } };
}

const penOf = (canvas) => canvas.getContext("2d", { willReadFrequently: true });

// Setting a canvas's size empties it, so only where it is another.
function fit(canvas, width, height) {
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
}

function pictureOf(canvas, from, x, y, width, height) {
  const pen = penOf(canvas);
  pen.drawImage(from, x, y, width, height, 0, 0, canvas.width, canvas.height);
  return pen.getImageData(0, 0, canvas.width, canvas.height);
}
