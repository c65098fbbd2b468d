// A number is selected when its field is entered: what is typed then takes its place.

import { main } from "../dom.js";

const NUMBER = 'input[type="number"]';
let entered = null;
let isPressed = false;

main.addEventListener("focusin", ({ target }) => {
  const before = entered;
  entered = target;
  // A page that was drawn again gives the focus back to who is typing.
  const isBack = before?.id === target.id && !before.isConnected;
  if (target.matches(NUMBER) && !isBack) target.select();
});
// A press gives the focus first, and its click would put the caret where it was.
main.addEventListener("pointerdown", ({ target }) => { isPressed = target !== document.activeElement; });
main.addEventListener("click", ({ target }) => {
  if (isPressed && target === entered && target.matches(NUMBER)) target.select();
});
