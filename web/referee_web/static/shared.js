// What scripts of all kinds of pages stand on.

export * from "./messages.js";
export * from "./dom.js";
export * from "./events.js";
export * from "./on_demand.js";
export * from "./forms/number_focus.js";
