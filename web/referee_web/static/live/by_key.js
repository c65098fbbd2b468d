// Who clicks with a key stays where they are; a finger and a mouse are led on to the next place.

let wasKey = false;

addEventListener("keydown", () => { wasKey = true; }, true);
addEventListener("pointerdown", () => { wasKey = false; }, true);

// Whether a key made this click. Its `detail` alone does not tell: where a press lands on a label, the click that its box
// gets has none in WebKit. Nor is there any when a screen reader clicks, which presses nothing.
export const isByKey = ({ detail }) => detail === 0 && wasKey;
