// People who use a keyboard or a screen reader keep their place when the page is drawn again: the focus goes back to the
// element that had it if that was kept, otherwise to what replaced it.

const main = document.getElementById("main");

const saying = (element) => element.getAttribute("aria-label") ?? element.textContent;

// What replaced this element in `within`: of the same kind and with the same label; of several, the one in the same
// place.
function standIn(element, within, nth) {
  // Not `within.id`: where that is a form, it is the form's field called `id`.
  const now = document.getElementById(within.getAttribute("id"));
  if (!now || within === element) return now;
  const alike = [...now.querySelectorAll(element.localName)];
  const saysTheSame = (one) => one && saying(one) === saying(element);
  return saysTheSame(alike[nth]) ? alike[nth] : alike.find(saysTheSame);
}

// Notes what in `main` has the focus; returns a function that puts it back and returns whether it could.
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
