// A cheap camera strews black and white pixels over its photos, which look like ink or paper once they are enlarged.

const LIKELY = 15; // Of 255: so much lighter or so much darker than all eight round it is a speck
const CLEAR = 60; // No soft photo has such pixels of its own
const MANY = 1e-4; // Clear ones, of all pixels, of a photo that has specks

// Makes each speck the middle of what is round it, and says whether there were many: otherwise it leaves them alone.
export function wipeSpecks(picture) {
  const { width, height, data } = picture;
  const specks = specksIn(picture);
  const clear = specks.filter(({ by }) => by > CLEAR);
  if (clear.length < MANY * width * height) return false;
  const round = stepsIn(width);
  for (const { i } of specks) {
    for (let p = 4 * i; p < 4 * i + 3; p++) {
      const values = round.map((step) => data[p + 4 * step]).sort((a, b) => a - b);
      data[p] = (values[3] + values[4]) / 2;
    }
  }
  return true;
}

function specksIn({ width, height, data }) {
  const grey = new Int16Array(width * height);
  for (let i = 0; i < grey.length; i++) grey[i] = (data[4 * i] + 2 * data[4 * i + 1] + data[4 * i + 2]) >> 2;
  const round = stepsIn(width);
  const found = [];
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      const way = Math.sign(grey[i] - grey[i - 1]);
      let by = way * (grey[i] - grey[i - 1]);
      for (let n = 0; n < round.length && by > LIKELY; n++) by = Math.min(by, way * (grey[i] - grey[i + round[n]]));
      if (by > LIKELY) found.push({ i, by });
    }
  }
  return found;
}

const stepsIn = (width) => [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1];
