// Where the middle of a card is, by one of its indices: near enough to tell before whom it lies.

// From an index downwards and to the right, in distances from rank to suit.
export const [DOWN, RIGHT] = [3.3, 2.8];

// In the same pixels as the reading.
export function middleOf({ x, y, isJoker, pair: { rx, ry, sx, sy } }) {
  const [downX, downY] = isJoker ? [0, 0] : [sx - rx, sy - ry]; // A word runs any way
  return { x: x + DOWN * downX + RIGHT * downY, y: y + DOWN * downY - RIGHT * downX };
}
