// What becomes of a draft whose cards do not all lie there any more. Who sweeps several away has played them; who takes a
// single one back has not.

// `draft` has the codes of its cards, and `isAgreed` where two readings of each said the same; `lying` are the cards on the
// table that were not entered yet.
export function fateOf({ codes, isAgreed }, lying, { isSettled, isElsewhere }) {
  if (!isAgreed || isElsewhere || codes.length < 2) return "dropped";
  const left = lying.filter(({ code }) => codes.includes(code)).length;
  if (!left) return "stands";
  return left < codes.length && !isSettled ? "waits" : "dropped";
}

// Whether each card of these codes was read twice, or named by somebody.
export const areAgreed = (codes, lying) =>
  codes.every((code) => lying.some((card) => card.code === code && (card.isAgreed || card.isNamed)));
