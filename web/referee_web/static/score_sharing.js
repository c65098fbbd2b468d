// The final page's buttons: the picture as a PNG to share or to save, and the text to copy.
// Over plain HTTP browsers have neither sharing nor a clipboard: then the picture is saved and the text selected.

import { say } from "./messages.js";
import { pageRedrawn } from "./events.js";

const COPY = "[data-copy]";
const SHARE = "[data-share]";
const PICTURE = "[data-picture]";
const TEXT = "[data-text]";
const SHARING = "[data-sharing]";
const SAVE = "[data-save]";
const SHARED = "[data-shared]";

function show() {
  for (const button of document.querySelectorAll(COPY)) button.hidden = false;
  for (const button of document.querySelectorAll(SHARE)) button.hidden = !canShareFiles();
}

function canShareFiles() {
  const probe = new File([""], "probe.png", { type: "image/png" });
  return Boolean(navigator.canShare && navigator.canShare({ files: [probe] }));
}

function tell(section, text) {
  section.querySelector(SHARED).textContent = text;
}

// Drawn at twice the size, so that it stays sharp.
async function png(section) {
  const shown = section.querySelector(PICTURE);
  const picture = new Image();
  picture.src = shown.src;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = picture.naturalWidth * 2;
  canvas.height = picture.naturalHeight * 2;
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => { canvas.toBlob(done, "image/png"); });
  if (!blob) throw new Error("no picture");
  return new File([blob], shown.dataset.picture, { type: "image/png" });
}

function save(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

async function share(section) {
  const { title } = section.querySelector(PICTURE).dataset;
  const text = section.querySelector(TEXT).value;
  try {
    await navigator.share({ title, text, files: [await png(section)] });
  } catch (problem) {
    if (problem.name !== "AbortError") tell(section, say("That didn’t work here. Save the picture instead."));
  }
}

async function copy(section) {
  const text = section.querySelector(TEXT);
  text.focus();
  text.select();
  let copied = false;
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text.value);
      copied = true;
    } else {
      copied = document.execCommand("copy");
    }
  } catch { /* it stays marked, to be copied by hand */ }
  tell(section, copied ? say("Copied.") : say("The text is selected: copy it."));
}

document.addEventListener("click", async (event) => {
  const section = event.target.closest(SHARING);
  if (!section) return;
  if (event.target.closest(COPY)) copy(section);
  if (event.target.closest(SHARE)) share(section);
  if (event.target.closest(SAVE)) {
    event.preventDefault();
    const address = event.target.closest(SAVE).href;
    try {
      save(await png(section));
      tell(section, say("Saved."));
    } catch {
      location.assign(address);
    }
  }
});

pageRedrawn.on(show);
show();
