// What is heard and felt of a table.

export * from "./table/sounds.js";
export * from "./table/latest_ruling.js";
