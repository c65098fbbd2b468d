// From a photo to picked cards: a still with what was found marked on it, and each card beside its cut-out picture, to
// be changed, left out or given to another place. Nothing is picked before somebody says so.

import { placesIn } from "../../cards/places.js";
import { createButton, createElement, GO } from "../../dom.js";
import { cardsRead } from "../../events.js";
import { count, say } from "../../messages.js";
import { copiesIn, Found } from "./found.js";
import { Reader } from "./reader.js";
import { drawRows } from "./rows.js";
import { Seating } from "./seating.js";
import { Still } from "./still.js";

let dialog = null;

// The dialog for the cards of this place, closed until it is given a photo. `takePhoto` asks for another one.
export function dialogFor(place, opener, takePhoto) {
  dialog ??= new PhotoDialog();
  dialog.prepare(place, opener, takePhoto);
  return dialog;
}

class PhotoDialog {
  #reader = new Reader();

  constructor() {
    const sheet = new URL("./photo.css", import.meta.url).href;
    document.head.append(createElement("link", { rel: "stylesheet", href: sheet }));
    this.status = createElement("p", { role: "status" });
    this.progress = createElement("progress", { max: "1", "aria-label": say("Reading the photo") });
    this.stills = createElement("div", { class: "stills" });
    this.hint = createElement("p", { class: "hint" }, say("Drag each name to where they sit."));
    this.rows = createElement("div", { class: "found" });
    this.take = button("go", () => this.#take());
    this.more = button("quiet", () => this.takePhoto(), say("Another photo"));
    this.stop = button("quiet", () => this.element.close(), say("Stop"));
    this.leave = button("quiet", () => this.element.close(), "×");
    this.leave.setAttribute("aria-label", say("Cancel"));
    const title = createElement("h2", { id: "photo-title", tabindex: "-1", autofocus: "" }, say("Cards in the photo"));
    const body = [this.stills, this.hint, this.status, this.progress, this.rows];
    this.element = createElement(
      "dialog",
      { class: "photo", "aria-labelledby": "photo-title" },
      createElement("div", { class: "photo-head" }, title, this.leave),
      createElement("div", { class: "photo-body", "data-photo-body": "" }, ...body),
      createElement("div", { class: "photo-buttons" }, this.stop, this.more, this.take),
    );
    this.element.addEventListener("close", () => this.#closed());
    document.body.append(this.element);
  }

  prepare(place, opener, takePhoto) {
    this.opener = opener;
    this.takePhoto = takePhoto;
    const places = placesIn(place.closest("form"));
    // One card a player, as in a trick, is one photo of the table; many cards a player are a photo a player.
    const ofTable = places.length > 1 && place.hasAttribute("data-one");
    this.found = new Found(ofTable ? places.filter((each) => each.hasAttribute("data-one")) : [place], ofTable);
    this.seating = ofTable ? new Seating(this.found.places, () => this.#draw()) : null;
    this.hint.hidden = !ofTable;
    this.stills.replaceChildren();
    this.#reader.prepare();
  }

  // Reads a photo and adds its cards to those found.
  async read(file) {
    if (!this.element.open) this.element.showModal();
    this.#wait(true);
    let failed = false;
    try {
      await this.#add(file);
    } catch {
      failed = true;
    }
    this.#wait(false);
    this.#draw();
    if (failed) this.status.textContent = say("Couldn’t read this photo. Type or tap the cards instead.");
  }

  async #add(file) {
    const still = await Still.of(file);
    this.stills.append(still.frame);
    if (this.seating) still.frame.firstChild.append(this.seating.names);
    still.canvas.scrollIntoView({ block: "nearest" });
    const answer = await this.#reader.read(file, {
      letters: document.documentElement.dataset.letters ?? "",
      copies: copiesIn(this.found.places[0]),
      among: this.found.asked(),
      onShare: (share) => { this.progress.value = share; },
    });
    if (answer) this.found.add(answer.readings, still.showing(answer));
  }

  #wait(waits) {
    this.progress.hidden = !waits;
    this.progress.value = 0;
    this.take.hidden = this.more.hidden = waits;
    this.stop.hidden = !waits;
    if (waits) this.status.textContent = say("Reading the photo. It stays on this phone.");
  }

  #draw() {
    this.seating?.seat(this.found.cards);
    const wanted = this.found.wanted().length;
    drawRows(this.rows, this.found, () => this.#draw());
    for (const still of new Set(this.found.cards.map((card) => card.still))) still.mark(this.found.cards);
    this.take.textContent = count("Pick {n} card", "Pick {n} cards", wanted);
    this.take.disabled = !wanted;
    this.status.textContent = summary(this.found);
    if (!this.element.contains(document.activeElement)) this.more.focus(); // What was focused is hidden or gone
  }

  #take() {
    const wanted = this.found.wanted();
    for (const place of this.found.places) {
      const codes = wanted.filter((card) => card.place === place).map(({ code }) => code);
      if (!codes.length) continue;
      cardsRead.send(place.closest("form"), { codes, place: place.id });
    }
    this.element.close();
  }

  #closed() {
    this.#reader.stop();
    // Where all places are filled, what comes next is to enter them.
    const next = [this.opener, this.opener.form?.querySelector(GO)];
    next.find((each) => each?.offsetParent)?.focus();
  }
}

function button(kind, act, text = "") {
  const element = createButton({ class: kind }, text);
  element.addEventListener("click", act);
  return element;
}

function summary(found) {
  const { cards } = found;
  if (!cards.length) {
    return say("Couldn’t read any cards. Go closer, add light, and show the cards’ corners.");
  }
  const doubtful = cards.filter((card) => card.isDoubtful).length;
  const surplus = found.objections().size;
  const missing = found.missing();
  const sentences = [count("Found {n} card.", "Found {n} cards.", cards.length)];
  if (doubtful) sentences.push(count("{n} is unclear.", "{n} are unclear.", doubtful));
  if (surplus) sentences.push(count("Left out {n} crossed out.", "Left out {n}, crossed out.", surplus));
  if (missing < 0) {
    sentences.push(count(
      "{n} too many: leave out what nobody played.",
      "{n} too many: leave out those nobody played.",
      -missing,
    ));
  }
  if (missing > 0) {
    sentences.push(count(
      "{n} missing: photograph it closer up with its corners showing, or tap it.",
      "{n} missing: photograph them closer up with their corners showing, or tap them.",
      missing,
    ));
  }
  return sentences.join(" ");
}
