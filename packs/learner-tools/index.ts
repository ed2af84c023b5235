/** The tools by which a language model helps a learner, without a view of who calls them. */
export * from "./definitions.ts";
export * from "./next.ts";
export * from "./search.ts";
export * from "./tools.ts";
