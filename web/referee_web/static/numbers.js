// Numbers as they are entered.

export * from "./forms/typed_number.js";
export * from "./forms/numbers.js";
