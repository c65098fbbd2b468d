// A photo's file as pixels, upright as its orientation says, no larger than is read and no smaller.

import { wipeSpecks } from "./specks.js";

const MOST = 2400; // Pixels, the longer side as it is read
const LEAST = 1300; // A smaller photo is enlarged to twice its size: its indices are small

export const pictureOf = async (file) => (await picturesOf(file)).picture;

// The same twice where it has the specks of a cheap camera and is enlarged: `wiped` is without them, and otherwise null.
// It is turned by itself: to ask for that is an error in Safari before 17.2.
export async function picturesOf(file) {
  const bitmap = await createImageBitmap(file);
  const pictures = { picture: scaled(bitmap), wiped: isSmall(bitmap) ? wipedOf(bitmap) : null };
  bitmap.close();
  return pictures;
}

function wipedOf(bitmap) {
  const { width, height } = bitmap;
  const pen = drawn(bitmap, width, height);
  const picture = pen.getImageData(0, 0, width, height);
  if (!wipeSpecks(picture)) return null;
  pen.putImageData(picture, 0, 0);
  return scaled(pen.canvas);
}

const longerSideOf = ({ width, height }) => Math.max(width, height);
const isSmall = (image) => longerSideOf(image) < LEAST;

function scaled(image) {
  let scale = isSmall(image) ? 2 : 1;
  if (longerSideOf(image) > MOST) scale = MOST / longerSideOf(image);
  const width = Math.round(image.width * scale), height = Math.round(image.height * scale);
  return drawn(image, width, height).getImageData(0, 0, width, height);
}

function drawn(image, width, height) {
  const pen = canvasOf(width, height).getContext("2d", { willReadFrequently: true });
  pen.imageSmoothingQuality = "high";
  pen.drawImage(image, 0, 0, width, height);
  return pen;
}

function canvasOf(width, height) {
  if (globalThis.OffscreenCanvas) return new OffscreenCanvas(width, height);
  return Object.assign(document.createElement("canvas"), { width, height });
}
