// What cards are picked with, wherever they are asked for.

export * from "./cards/places.js";
export * from "./cards/last_card.js";
export * from "./cards/tabs.js";
export * from "./cards/form_in_use.js";
export * from "./cards/still_missing.js";
export * from "./cards/drafts.js";
