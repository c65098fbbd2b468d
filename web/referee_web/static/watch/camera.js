// The camera's picture: a small one to see whether anything moves, and a part of the whole to read cards in.

import { ACROSS } from "./motion.js";

const WANTED = { width: { ideal: 1280 }, height: { ideal: 720 }, facingMode: "environment", frameRate: { ideal: 5, max: 15 } };

export class Camera {
  #small = document.createElement("canvas");
  #whole = document.createElement("canvas");

  // Throws what the browser does where there is no camera, or nobody lets the page use it.
  static async open(video) {
    const stream = await navigator.mediaDevices.getUserMedia({ video: WANTED, audio: false });
    video.srcObject = stream;
    await video.play();
    return new Camera(video, stream);
  }

  constructor(video, stream) {
    this.video = video;
    this.stream = stream;
    this.#small.width = ACROSS;
    this.#small.height = Math.round((ACROSS * video.videoHeight) / video.videoWidth);
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

  // The picture as it is now, in cells.
  small() {
    return this.#picture(this.#small, 0, 0, this.width, this.height);
  }

  // This part of it, so many times as large as in its own pixels.
  part({ x, y, width, height }, scale = 1) {
    Object.assign(this.#whole, { width: Math.round(width * scale), height: Math.round(height * scale) });
    return this.#picture(this.#whole, x, y, width, height);
  }

  #picture(canvas, x, y, width, height) {
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    pen.drawImage(this.video, x, y, width, height, 0, 0, canvas.width, canvas.height);
    return pen.getImageData(0, 0, canvas.width, canvas.height);
  }
}
