// What opens over the page from its bar, such as the menu, closes at a tap beside it, where browsers do not see to that
// themselves; so it does when somebody tabs on, or leaves the page, which may come back as it was left.

const FOLDS_OUT = "[popover], [data-over]";
const bar = document.querySelector("header");
const isFold = (part) => part.localName === "details";
const isOpen = (part) => (isFold(part) ? part.open : "popover" in part && part.matches(":popover-open"));

// One that lies in another one closes with it.
function close(part) {
  if (isFold(part)) part.open = false;
  else if (isOpen(part)) part.hidePopover();
}

// What was tapped, or has the focus now, is in that part, or is the button that opens and closes it.
const isOf = (part, element) => part.contains(element) || element.closest(`[popovertarget="${part.id}"]`);
const opened = () => [...bar.querySelectorAll(FOLDS_OUT)].filter(isOpen);
const leaveFor = (element) => opened().filter((part) => !isOf(part, element)).forEach(close);

addEventListener("pagehide", () => opened().forEach(close));

// A tap on the page beneath only closes what is open: nobody means the button that they hit there.
let onlyCloses = false;

document.addEventListener("pointerdown", ({ target }) => {
  onlyCloses = !bar.contains(target) && opened().length > 0;
  leaveFor(target);
});
addEventListener("click", (event) => {
  if (!onlyCloses || bar.contains(event.target)) return;
  onlyCloses = false;
  event.preventDefault();
  event.stopImmediatePropagation();
}, { capture: true });
document.addEventListener("keyup", ({ key }) => { if (key === "Tab") leaveFor(document.activeElement); });
document.addEventListener("keydown", ({ key }) => {
  const fold = key === "Escape" && opened().find(isFold);
  if (!fold) return;
  close(fold);
  fold.querySelector("summary").focus();
});
