// What keeps pages up to date, and entries until they are answered.

export * from "./live/touch_hold.js";
export * from "./live/phone_storage.js";
export * from "./live/status_strip.js";
export * from "./live/connection.js";
export * from "./live/outbox.js";
export * from "./live/kept_forms.js";
export * from "./live/kept_places.js";
export * from "./live/news_line.js";
