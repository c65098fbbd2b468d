// Reads photos beside the page, which goes on. Asked with { photo, weights, letters, copies, among, isThorough }, a photo
// being a file or its picture, it tells how far it is ({ share }), then what it found ({ letters, readings, width,
// height }) or why it found nothing ({ failed }).

import { candidatesOf } from "./candidates.js";
import { pyramid } from "./crops.js";
import { pictureOf } from "./decode.js";
import { loadNetworks } from "./network.js";
import { read } from "./reading.js";

let networks = null;

function load(weights) {
  networks ??= loadNetworks(weights);
  networks.catch(() => { networks = null; });
  return networks;
}

addEventListener("message", async ({ data: { photo, weights, letters, copies, among, isThorough } }) => {
  const loading = load(weights);
  if (!photo) return;
  try {
    const picture = photo instanceof Blob ? await pictureOf(photo) : photo;
    postMessage({ share: 0.1 });
    const levels = pyramid(picture);
    const pairs = candidatesOf(levels, isThorough);
    const progress = (share) => postMessage({ share: 0.4 + 0.6 * share });
    const found = read(levels, pairs, await loading, { letters, copies, among, progress });
    postMessage({ ...found, width: picture.width, height: picture.height });
  } catch (error) {
    postMessage({ failed: String(error) });
  }
});
