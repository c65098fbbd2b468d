// A page that follows its table.

export * from "./live/wake_lock.js";
export * from "./live/table_page.js";
