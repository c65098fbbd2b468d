// Where the middle of a card is, by its indices: by one of them near enough to tell before whom it lies.

// From an index downwards and to the right, in distances from rank to suit.
export const [DOWN, RIGHT] = [3.3, 2.8];

// In the same pixels as the reading. Between both indices it is exact, however large they are.
export function middleOf({ x, y, opposite, isJoker, pair: { rx, ry, sx, sy } }) {
  if (opposite) return { x: (x + opposite.x) / 2, y: (y + opposite.y) / 2 };
  const [downX, downY] = isJoker ? [0, 0] : [sx - rx, sy - ry]; // A word runs any way
  return { x: x + DOWN * downX + RIGHT * downY, y: y + DOWN * downY - RIGHT * downX };
}
