/** The parser library; in a CommonJS bundle `tree-sitter.cjs` stands here. One of the two, or two cores would meet in one memory. */
export * from "web-tree-sitter";
