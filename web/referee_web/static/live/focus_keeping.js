// Whoever goes by keyboard or by ear keeps their place when the page is drawn anew: the focus goes back to what had it
// where that was kept, else to what stands in its place.

const main = document.getElementById("main");

const saying = (element) => element.getAttribute("aria-label") ?? element.textContent;

// What stands now where this stood in `within`: the same kind, saying the same; of several the one in the same place.
function standIn(element, within, nth) {
  const now = document.getElementById(within.id);
  if (!now || within === element) return now;
  const alike = [...now.querySelectorAll(element.localName)];
  const saysTheSame = (one) => one && saying(one) === saying(element);
  return saysTheSame(alike[nth]) ? alike[nth] : alike.find(saysTheSame);
}

// Notes what in `main` has the focus; gives what puts it back, and tells whether it could.
export function focusToKeep() {
  const element = document.activeElement;
  if (element === main || !main.contains(element)) return () => true;
  const within = element.closest("[id]");
  const nth = [...within.querySelectorAll(element.localName)].indexOf(element);
  return () => {
    const found = element.isConnected ? element : standIn(element, within, nth);
    found?.focus({ preventScroll: true });
    return Boolean(found) && document.activeElement === found;
  };
}
