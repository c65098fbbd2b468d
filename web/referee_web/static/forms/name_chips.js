// Names to be tapped: whoever is tapped on sits down after the last of those who play, so that taps in seating order
// give the seats.

for (const names of document.querySelectorAll(".known")) {
  names.addEventListener("change", ({ target }) => {
    if (!target.checked) return;
    const others = [...names.querySelectorAll(":checked")].filter((box) => box !== target);
    const last = others.at(-1)?.closest("label");
    if (last) last.after(target.closest("label"));
    else names.prepend(target.closest("label"));
    target.focus();
  });
}
