// How a picture of the table marks cards, and how people write them.

export const COLOURS = { known: "#9aa7a4", doubtful: "#ffc247", new: "#43e0c4" };
const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };

export const written = (code) => code.replace("T", "10").replace(/[CDHS]$/, (suit) => SIGNS[suit]);
