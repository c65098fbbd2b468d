// Jokers as a table calls them. A reader knows them by the ink of their index: XB is black, XR red. Where a table has a
// coloured one (XB) and a grey one (XR), a red index is the coloured one's, and a black one may be either's.

export const swapped = (code) => ({ XB: "XR", XR: "XB" })[code] ?? code;

export function asColourOrGrey(reading) {
  const isDoubtful = reading.isDoubtful || reading.code === "XB";
  return { ...reading, code: swapped(reading.code), others: reading.others.map(swapped), isDoubtful };
}
