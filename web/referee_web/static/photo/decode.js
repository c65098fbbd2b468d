// A photo's file as pixels, upright as its orientation says, no larger than is read and no smaller.

const MOST = 2400; // Pixels, the longer side as it is read
const LEAST = 1300; // A smaller photo is enlarged to twice its size: its indices are small

// It is turned by itself: to ask for that is an error in Safari before 17.2.
export async function pictureOf(file) {
  const bitmap = await createImageBitmap(file);
  const longer = Math.max(bitmap.width, bitmap.height);
  let scale = longer < LEAST ? 2 : 1;
  if (longer > MOST) scale = MOST / longer;
  const width = Math.round(bitmap.width * scale), height = Math.round(bitmap.height * scale);
  const pen = canvasOf(width, height).getContext("2d", { willReadFrequently: true });
  pen.imageSmoothingQuality = "high";
  pen.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return pen.getImageData(0, 0, width, height);
}

function canvasOf(width, height) {
  if (globalThis.OffscreenCanvas) return new OffscreenCanvas(width, height);
  return Object.assign(document.createElement("canvas"), { width, height });
}
