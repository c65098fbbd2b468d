// Reads photos beside the page, which goes on. Asked with { photo, weights, letters, copies, among, isThorough }, a photo
// being a file or its picture, it tells how far it is ({ share }), then what it found ({ letters, readings, width,
// height }) or why it found nothing ({ failed }).

import { candidatesOf } from "./candidates.js";
import { pyramid } from "./crops.js";
import { picturesOf } from "./decode.js";
import { loadNetworks } from "./network.js";
import { read, settleBySecondLook } from "./reading.js";

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
    const { picture, wiped = null } = photo instanceof Blob ? await picturesOf(photo) : { picture: photo };
    postMessage({ share: 0.1 });
    const loaded = await loading;
    const look = (at, options) => {
      const levels = pyramid(at);
      return read(levels, candidatesOf(levels, isThorough), loaded, { copies, among, ...options });
    };
    const found = look(picture, { letters, progress: (share) => postMessage({ share: 0.4 + 0.6 * share }) });
    const isOpen = found.readings.some(({ isDoubtful }) => isDoubtful);
    if (wiped && isOpen) settleBySecondLook(found.readings, look(wiped, { letters: found.letters }).readings);
    postMessage({ ...found, width: picture.width, height: picture.height });
  } catch (error) {
    postMessage({ failed: String(error) });
  }
});
