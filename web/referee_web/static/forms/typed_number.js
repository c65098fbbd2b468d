// A number as it is typed, key by key. Its text begins with a minus, which may stand alone at first, and ends with a half
// or without one: "-", "-12", "0.5".

const MOST_DIGITS = 9;
export const MINUS = "-";

export function withDigit(text, digit) {
  const sign = text.startsWith(MINUS) ? MINUS : "";
  // A digit takes the place of a zero.
  const [digits, half] = text.slice(sign.length).replace(/^0(?=$|\.)/, "").split(".");
  if (digits.length >= MOST_DIGITS) return text;
  return sign + digits + digit + (half ? ".5" : "");
}

// A half is one key, and there is no zero before it.
export function withoutLast(text) {
  const left = text.replace(/^(-?)0\.5$/, "$1.5").replace(/\.5$|.$/, "");
  return left === MINUS ? "" : left;
}

export function withOtherSign(text) {
  if (text === MINUS) return "";
  return Number(text) === 0 ? MINUS : String(-Number(text));
}

export function withOrWithoutHalf(text) {
  if (text.includes(".5")) return text.replace(".5", "").replace(/^-?0$/, "");
  return `${text}${/\d/.test(text) ? "" : "0"}.5`;
}

// As people write it.
export const written = (text) => text.replace(MINUS, "−").replace(/(^|\D)0\.5/, "$1½").replace(".5", "½");
