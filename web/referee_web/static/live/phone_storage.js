// What this phone stores about a table, so that it survives a reload, sleep and a closed browser. It belongs to whoever
// holds the seat: the page names its holder, and what was stored for another is never read, only deleted.

import { main } from "../dom.js";

const DAYS = 30;
const table = () => `referee ${(main.dataset.page || location.pathname).split("?")[0]} `;
const mine = () => `${table()}${main.dataset.holder} `;

// Whether there is a holder to store anything for: spectators have none.
export const keeps = () => Boolean(main.dataset.holder);

export function read(name) {
  if (!keeps()) return null;
  try { return JSON.parse(localStorage.getItem(mine() + name))?.value ?? null; } catch { return null; }
}

// Returns false where the phone's storage is off or full.
export function keep(name, value) {
  if (!keeps()) return false;
  try {
    localStorage.setItem(mine() + name, JSON.stringify({ at: Date.now(), value }));
    return true;
  } catch {
    return false;
  }
}

export function drop(name) {
  try { localStorage.removeItem(mine() + name); } catch { /* nothing was kept */ }
}

// The names of stored items that begin with `start`.
export function names(start) {
  return keeps() ? keys().filter((key) => key.startsWith(mine() + start)).map((key) => key.slice(mine().length)) : [];
}

function keys() {
  try { return Object.keys(localStorage).filter((key) => key.startsWith("referee /")); } catch { return []; }
}

function isOld(key) {
  try { return !(JSON.parse(localStorage.getItem(key)).at > Date.now() - DAYS * 86400000); } catch { return true; }
}

// Deletes what was stored at this table for earlier holders, and what is old at any table. Returns how many unsent
// entries of another holder were among it.
export function sweep() {
  const others = "holder" in main.dataset ? keys().filter(isAnothers) : [];
  for (const key of [...others, ...keys().filter(isOld)]) localStorage.removeItem(key);
  return others.filter((key) => key.includes(" unsent ")).length;
}

const isAnothers = (key) => key.startsWith(table()) && !key.startsWith(mine());
