/** The pack format: what authors write, what is seeded, which paths a challenge may name, and what is wrong with a pack. */
export * from "./cases.ts";
export * from "./definitions.ts";
export * from "./faults.ts";
export * from "./json-schema.ts";
export * from "./manifest.ts";
export * from "./path.ts";
export * from "./public.ts";
export * from "./slug.ts";
export * from "./starter.ts";
export * from "./studio.ts";
export * from "./tasks.ts";
export * from "./validate.ts";
