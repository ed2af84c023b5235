/** A worker that is kept from the processor for a second and a half whenever it parses a file that asks for it, as on a busy machine. */
import { Parser } from "#tree-sitter";
import "../worker/entry-node.ts";

const stall = 1500;

const { parse } = Parser.prototype;
Parser.prototype.parse = function (...given) {
	const [text] = given;
	if (typeof text === "string" && text.includes("be kept waiting"))
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, stall);
	return parse.apply(this, given);
};
