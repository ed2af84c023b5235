/** Reading packs and telling where their faults are, for every place that packs lie in: it does not access files. */

export * from "./findings.ts";
export { assembleChallenge } from "./folder/assemble.ts";
export * from "./folder/json-positions.ts";
export * from "./folder/shape.ts";
export { whyText } from "./folder/why.ts";
export * from "./read-pack.ts";
