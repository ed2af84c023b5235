/** Where a text stops being JSON: in the order of its characters, at any depth, and nowhere in a document that is whole. */
import { expect, test } from "bun:test";
import { findJsonMistake } from "./json-syntax-error.ts";

test.each([
	['{"a":1,\n "b":}', 2, 6, "a value is expected"],
	['{"a":1\r\n "b":2}', 2, 2, "a comma or } is expected"],
	["{\r\r a:1}", 3, 2, "a name in double quotes or } is expected"],
	['{"a":1', 1, 7, "a comma or } is expected"],
	["[1, 2", 1, 6, "a comma or ] is expected"],
	['{"a":1,}', 1, 8, "a name in double quotes is expected"],
	["[1,]", 1, 4, "a value is expected"],
	["[,]", 1, 2, "a value or ] is expected"],
	['{"a" 1}', 1, 6, "a colon is expected"],
	['{"a":1]', 1, 7, "a comma or } is expected"],
	["{/* a */}", 1, 2, "JSON has no comments"],
	["{} // a", 1, 4, "JSON has no comments"],
	['{"a":"b\n"}', 1, 6, "this text has no closing quote"],
	['{"a":"b\tc"}', 1, 6, "this text has a control character"],
	['["\\x"]', 1, 2, "this text has an unknown escape"],
	['["\\u12"]', 1, 2, "this text has a malformed \\u escape"],
	["[1.]", 1, 2, "this number is incomplete"],
	["[-]", 1, 2, "a value or ] is expected"],
	["[01]", 1, 3, "a comma or ] is expected"],
	["[NaN]", 1, 2, "a value or ] is expected"],
	["{} {}", 1, 4, "the document is complete before this"],
	["\u00a0{}", 1, 1, "a value is expected"],
	["'a'", 1, 1, "a value is expected"],
])("%j has a mistake at line %i, column %i: %s", (text, line, column, what) => {
	const found = findJsonMistake(text);
	expect(found).toMatchObject({ line, column });
	expect(found?.what).toStartWith(what);
});

test("a mistake below any depth is found", () => {
	const deep = "[".repeat(1_000_000);
	expect(findJsonMistake(`${deep}x`)).toEqual({
		line: 1,
		column: 1_000_001,
		what: "a value or ] is expected",
	});
});

test("a document is found to have no mistake, and one with a character less or more to have one, as JSON.parse has it", () => {
	const whole = JSON.stringify(
		[{ a: [1, -2.5e10, 't\u0000"', true], b: { c: null } }, {}, []],
		null,
		1,
	);
	const isJson = (text: string) => {
		try {
			JSON.parse(text);
			return true;
		} catch {
			return false;
		}
	};
	expect(findJsonMistake(whole)).toBeNull();
	for (let at = 0; at < whole.length; at++)
		for (const more of ["", "x", ",", "]", "}", '"', ":", "1", "\n", "\\"]) {
			const text = whole.slice(0, at) + more + whole.slice(at + 1);
			expect([text, findJsonMistake(text) === null]).toEqual([
				text,
				isJson(text),
			]);
		}
});
