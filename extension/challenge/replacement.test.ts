import { expect, test } from "bun:test";
import { exactReplacement } from "./replacement.ts";

const whole = (text: string) => ({ start: 0, end: text.length });
const near = (expected: string, actual: string) => ({
	facet: "name",
	expected,
	actual,
});

test.each([
	['import express from "expres";', "express", "expres", 21],
	["app.gett(x)", "get", "gett", 4],
	["const Total = 1; // total", "total", "Total", 6],
	["res.status(200)", "404", "200", 11],
	["print('hi')", "'hello'", "'hi'", 6],
	['app.get("/book")', '"/books"', '"/book"', 8],
])("in %p, %p replaces %p at offset %p", (text, expected, actual, start) => {
	expect(exactReplacement(text, whole(text), near(expected, actual))).toEqual({
		start,
		end: start + actual.length,
		text: expected,
	});
});

test.each([
	["what was found is not in the range", "app.get(x)", near("get", "gett")],
	["it occurs twice", "gett(gett)", near("get", "gett")],
	["it is part of a longer word", "getting()", near("get", "gett")],
	["words describe it", "app.gett()", near("a call of `get`", "gett")],
	["it is more than one token", "app.gett()", near("get()", "gett")],
	["it spans lines", "`a`", near("`a\nb`", "`a`")],
	["nothing differs", "app.get()", near("get", "get")],
	["there is no near miss", "app.get()", null],
])("there is no replacement when %s", (_, text, nearMiss) => {
	expect(exactReplacement(text, whole(text), nearMiss)).toBeNull();
});

test("only the range counts", () => {
	const text = "gett(); gett();";
	expect(
		exactReplacement(text, { start: 8, end: 15 }, near("get", "gett")),
	).toEqual({ start: 8, end: 12, text: "get" });
});

test("a known mistake is replaced whole, whatever it is made of", () => {
	const text = "set(count--);";
	const nearMiss = {
		facet: "mistake",
		expected: "count - 1",
		actual: "count--",
	};
	const range = { start: 4, end: 11 };
	expect(exactReplacement(text, range, nearMiss)).toEqual({
		...range,
		text: "count - 1",
	});
	expect(
		exactReplacement("count - 1", { start: 0, end: 9 }, nearMiss),
	).toBeNull();
	expect(
		exactReplacement(text, range, { ...nearMiss, expected: "" }),
	).toBeNull();
});
