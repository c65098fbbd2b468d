// The camera's picture: a small one to see whether anything moves, and a part of the whole to read cards in.

import { ACROSS } from "./motion.js";

const WANTED = { width: { ideal: 1280 }, height: { ideal: 720 }, facingMode: "environment", frameRate: { ideal: 5, max: 15 } };

export class Camera {
  #small = document.createElement("canvas");
  #whole = document.createElement("canvas");
  #part = document.createElement("canvas");

  // Throws what the browser does where there is no camera, or nobody lets the page use it. `gone` hears that it was taken
  // away.
  static async open(video, gone) {
    const stream = await navigator.mediaDevices.getUserMedia({ video: WANTED, audio: false });
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

  close() {
    this.stream.getTracks().forEach((track) => track.stop());
    this.video.srcObject = null;
  }

  // Takes a picture, and returns it in cells. The browser would keep many that it is to make smaller itself.
  small() {
    const { width, height } = this;
    fit(this.#whole, width, height);
    fit(this.#small, ACROSS, Math.round((ACROSS * height) / width));
    penOf(this.#whole).drawImage(this.video, 0, 0);
    penOf(this.#small).imageSmoothingQuality = "medium"; // A cell is the mean of its pixels; "low" takes a few, whose noise looks like motion
    return pictureOf(this.#small, this.#whole, 0, 0, width, height);
  }

  // This part of the picture taken last, so many times as large as in its own pixels.
  part({ x, y, width, height }, scale = 1) {
    if (scale === 1) return penOf(this.#whole).getImageData(x, y, width, height);
    Object.assign(this.#part, { width: Math.round(width * scale), height: Math.round(height * scale) });
    return pictureOf(this.#part, this.#whole, x, y, width, height);
  }
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
