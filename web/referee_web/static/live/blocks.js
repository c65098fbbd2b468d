// What did not change is not drawn again. A fetched page is taken over block by block: a block that comes as it came
// before stays where it is, with all that scripts have made of it, and so does a form that asks for the same.

import { all, FIELD, HEAD } from "../dom.js";

export const HOLDER = "[data-blocks]";
const FORM = "[data-key]";
// What is said in a form beside its fields.
export const SAID_BESIDE = [HEAD, "[data-beside]", "[data-waits]"];
const PARTS = `${FORM} :is(${[FIELD, ...SAID_BESIDE].join()})`;

// What each block was like when it came.
const sources = new WeakMap();

// To be called before scripts change anything of the fetched page.
export function noteBlocks(fresh) {
  for (const holder of [fresh, ...all(HOLDER, fresh)]) {
    for (const block of holder.children) if (!block.matches(`${HOLDER}, ${FORM}`)) sources.set(block, block.outerHTML);
  }
  for (const part of all(PARTS, fresh)) sources.set(part, part.outerHTML);
}

// What is drawn again in a part makes it as the fetched one came.
export const takeSource = (live, fresh) => sources.set(live, sources.get(fresh));

export const isAsItCame = (live, fresh) => sources.has(live) && sources.get(live) === sources.get(fresh);

function takeAttributes(live, fresh) {
  for (const { name } of [...live.attributes]) if (!fresh.hasAttribute(name)) live.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (live.getAttribute(name) !== value) live.setAttribute(name, value);
}

// The block of this page that stands for a fetched one.
function standIn(block, before, stays) {
  if (block.nodeType !== Node.ELEMENT_NODE) return block;
  if (stays.has(block)) return stays.get(block);
  if (block.matches(HOLDER)) {
    const holder = before.find((one) => one.dataset?.blocks === block.dataset.blocks);
    if (!holder) return takeStaying(block, stays);
    takeAttributes(holder, block);
    takeBlocks(holder, block, stays);
    return holder;
  }
  const source = sources.get(block);
  return before.find((one) => source && sources.get(one) === source) ?? takeStaying(block, stays);
}

// A block that is new may have a form that is not.
function takeStaying(block, stays) {
  for (const form of all(FORM, block)) if (stays.has(form)) form.replaceWith(stays.get(form));
  return block;
}

// Puts the blocks of `fresh` in the place of those of `live`, with `first` before them. `stays`: forms of this page, by
// the fetched ones in whose place they stay.
export function takeBlocks(live, fresh, stays, first = []) {
  const before = [...live.childNodes].filter(({ localName }) => localName !== "dialog");
  const left = [...before];
  const wanted = [...fresh.childNodes].map((block) => {
    const found = standIn(block, left, stays);
    if (left.includes(found)) left.splice(left.indexOf(found), 1);
    return found;
  });
  for (const gone of left) if (!first.includes(gone)) gone.remove();
  let next = live.firstChild;
  for (const block of [...first, ...wanted]) {
    if (block === next) next = next.nextSibling;
    else live.insertBefore(block, next);
  }
}
