// How bright the camera's picture is, a number a cell, as it comes from the camera: to draw it, and to work out its colours,
// takes ten times as long.

const KINDS = ["I420", "NV12"]; // In these the brightness of all pixels stands first
const ENOUGH = 1280; // Pixels across: of more every second one is enough
const [BLACK, WHITE] = [16, 235]; // As cameras number them, unless their range is full

export class Brightness {
  #bytes = new Uint8Array(0);

  // Null where the browser draws pictures only, or turns them when it does.
  async of(video, across) {
    if (!globalThis.VideoFrame || !(video instanceof HTMLVideoElement) || video.readyState < 2) return null;
    const frame = new VideoFrame(video);
    try {
      const isAsDrawn = frame.rotation === 0 && !frame.flip && frame.displayWidth === frame.visibleRect.width;
      if (!KINDS.includes(frame.format) || !isAsDrawn) return null;
      const size = frame.allocationSize();
      if (this.#bytes.length !== size) this.#bytes = new Uint8Array(size);
      const [plane] = await frame.copyTo(this.#bytes);
      const { visibleRect: { width, height }, colorSpace } = frame;
      return inCells(this.#bytes, { ...plane, width, height, isFull: colorSpace.fullRange }, across);
    } finally {
      frame.close();
    }
  }
}

// The mean of each cell, from 0 for black to 255 for white. Exported for its tests.
export function inCells(bytes, { offset, stride, width, height, isFull }, across) {
  const down = Math.round((across * height) / width);
  const [black, times] = isFull ? [0, 1] : [BLACK, 255 / (WHITE - BLACK)];
  const step = Math.max(1, Math.round(width / ENOUGH));
  const grey = new Float32Array(across * down);
  for (let cell = 0; cell < grey.length; cell++) {
    const column = cell % across, row = Math.floor(cell / across);
    const left = Math.floor((column * width) / across), right = Math.floor(((column + 1) * width) / across);
    const bottom = Math.floor(((row + 1) * height) / down);
    let sum = 0, count = 0;
    for (let y = Math.floor((row * height) / down); y < bottom; y += step) {
      const end = offset + y * stride + right;
      for (let at = offset + y * stride + left; at < end; at += step, count++) sum += bytes[at];
    }
    grey[cell] = Math.max(0, (sum / count - black) * times);
  }
  return { width: across, height: down, grey };
}
