import { expect, test } from "bun:test";
import { elementTexts, indentJson, memberTexts, placeOf } from "./json-text.ts";

test.each<[string, Record<string, string>]>([
	['{"a":1,"b":{"c":[1,2]}}', { a: "1", b: '{"c":[1,2]}' }],
	[
		' { "2" : 10000000000000000.10 , "1":true,"x":null } ',
		{ 2: "10000000000000000.10", 1: "true", x: "null" },
	],
	['{"a\\"b":"}],\\\\","c":[]}', { 'a"b': '"}],\\\\"', c: "[]" }],
	["{}", {}],
])("takes the members of %s apart as they are written", (text, members) => {
	expect(Object.fromEntries(memberTexts(text))).toEqual(members);
});

test("keeps the order of keys that are numbers", () => {
	expect([...memberTexts('{"2":1,"1":2}').keys()]).toEqual(["2", "1"]);
});

test.each<[string, string[]]>([
	["[]", []],
	['[1, "a,]", {"b":[2]} ,[3]]', ["1", '"a,]"', '{"b":[2]}', "[3]"]],
])("takes the elements of %s apart", (text, elements) => {
	expect(elementTexts(text)).toEqual(elements);
});

test.each([
	"{}",
	"[ ]",
	'{"a":[1,{"b":"x: {,}\\""}],"c":{},"d":[[],-1.50e3]}',
	'"text"',
	"null",
])("indents %s as JSON.stringify does, digits apart", (text) => {
	const indented = indentJson(text);
	expect(JSON.parse(indented)).toEqual(JSON.parse(text));
	expect(indented.replace("-1.50e3", "-1500")).toBe(
		JSON.stringify(JSON.parse(text), null, 2),
	);
});

test.each<[string, string[], string | null]>([
	['{"a": 1, "b": [2, {"c/d": "x: ]"}]}', ["b", "1", "c/d"], '"c/d": "x: ]"'],
	["[ [1], 20 ]", ["1"], "20"],
	['{"a": 1, "a": 2}', ["a"], '"a": 2'],
	['{"a": {}}', ["a", "b"], null],
	['{"a": "{"}', ["a", "b"], null],
	["{}", [], "{}"],
])("finds in %s the place of %p", (text, path, there) => {
	const place = placeOf(text, path);
	expect(place && text.slice(place.start, place.end)).toBe(there);
});
