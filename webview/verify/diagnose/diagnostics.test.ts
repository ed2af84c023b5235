/** Syntax errors: where they are said to be, and how softly. A position is "line:column-endLine:endColumn", 1-based. */
import { expect, test } from "bun:test";
import { readerFor } from "#bytes";
import { createGrammars } from "../parse/grammars.ts";
import { parseFile } from "../parse/parse.ts";
import { errorsIn } from "../test/errors-in.ts";
import { extractParseErrors } from "./diagnostics.ts";

const soft = "may be a syntax error";
const cases: [what: string, path: string, content: string, errors: string[]][] =
	[
		["no error", "a.js", "const a = 1;", []],
		[
			"a missing brace has no width",
			"a.js",
			"function f() {\n\treturn 1;\n",
			["2:11-2:11 It seems that a `}` is missing here, for the `{` in line 1"],
		],
		[
			"a missing parenthesis",
			"a.js",
			"foo(1;\nbar(2);",
			["1:6-1:6 It seems that a `)` is missing here"],
		],
		[
			"an error within a line",
			"a.js",
			"const = 5;",
			[`1:1-1:8 \`const =\` ${soft}`],
		],
		[
			"two errors, in the order of the text",
			"a.js",
			"{ { const = 5; const = ; } }",
			[`1:5-1:12 \`const =\` ${soft}`, `1:16-1:23 \`const =\` ${soft}`],
		],
		[
			"an error inside an error is not listed again",
			"a.py",
			"if a\n    b()",
			[
				`1:4-1:5 A \`:\` seems to be missing at the end of the line that begins with \`if\`; this ${soft}`,
			],
		],
		[
			"the root itself",
			"a.js",
			"}",
			[`1:1-1:2 This \`}\` seems to have no opening partner; this ${soft}`],
		],
		[
			"a byte order mark takes a column of line 1",
			"a.js",
			"\uFEFFconst = 5;",
			[`1:2-1:9 \`const =\` ${soft}`],
		],
		[
			"and none of line 2",
			"a.js",
			"\uFEFFa();\nconst = 5;",
			[`2:1-2:8 \`const =\` ${soft}`],
		],
		[
			"CRLF ends a line",
			"a.js",
			"a();\r\nconst = 5;",
			[`2:1-2:8 \`const =\` ${soft}`],
		],
		[
			"a character beyond the first plane takes two columns",
			"a.js",
			'"😀"; const = 5;',
			[`1:7-1:14 \`const =\` ${soft}`],
		],
		[
			"an unclosed text",
			"a.js",
			'const s = "abc;\nf();',
			[
				`1:11-1:16 A text starts here that is missing its closing "; this ${soft}`,
			],
		],
		[
			"an unclosed rule",
			"a.css",
			"a { color: red",
			[`1:3-1:4 This \`{\` is missing its \`}\`; this ${soft}`],
		],
		["a trailing comma", "a.json", '{ "a": 1, }', [`1:9-1:10 \`,\` ${soft}`]],
		[
			"TypeScript",
			"a.ts",
			"interface A { x: string",
			["1:24-1:24 It seems that a `}` is missing here"],
		],
		["unclosed HTML is accepted by its grammar", "a.html", "<p>hi", []],
		[
			"a body that is not indented, which the grammar of Python takes",
			"a.py",
			"if a:\nb",
			[
				"2:1-2:2 IndentationError: expected an indented block after `if` (line 1); indent its code",
			],
		],
		[
			"a function without its body",
			"a.py",
			"def f():\n",
			[
				"1:1-1:4 IndentationError: expected an indented block after `def` (line 1); indent its code",
			],
		],
		[
			"a function with nothing but a comment",
			"a.py",
			"async def f():\n    # soon\n\nx = 1\n",
			[
				"4:1-4:2 IndentationError: expected an indented block after `async def` (line 1); indent its code",
			],
		],
		[
			"a return that is not indented",
			"a.py",
			'import fastapi\n\napp = fastapi.FastAPI()\n\n\n@app.get("/latest")\ndef latest():\n\nreturn {"a": 1}\n',
			[
				"9:1-9:7 IndentationError: expected an indented block after `def` (line 7); indent its code",
			],
		],
		[
			"a return behind its function",
			"a.py",
			"def f():\n    x = 1\nreturn x\n",
			[
				"3:1-3:7 SyntaxError: `return` stands outside of a function; indent it like the function's other code",
			],
		],
		[
			"a break behind its loop",
			"a.py",
			"while x:\n    pass\nbreak\n",
			[
				"3:1-3:6 SyntaxError: `break` stands outside of a loop; indent it like the loop's other code",
			],
		],
		[
			"a line that is indented for nothing",
			"a.py",
			"x = 1\n    y = 2\n",
			[
				"2:5-2:6 IndentationError: this line is indented, and nothing before it opens a block; move it to the left",
			],
		],
		[
			"a line between two depths",
			"a.py",
			"if a:\n        b\n    c\n",
			[
				"3:5-3:6 IndentationError: this line is not indented like any block before it; line it up with one",
			],
		],
		[
			"tabs and spaces in one block",
			"a.py",
			"if a:\n\tb\n        c\n",
			[
				"3:9-3:10 TabError: this line mixes tabs and spaces; indent with spaces only",
			],
		],
		[
			"any layout in brackets, texts and behind a backslash",
			"a.py",
			'x = {\n\'a\': [\n1],\n   \'b\': 2,\n}\nif x: y = 2\nelse: z = 1\ndef f():\n    """a\nb:\n"""\n    return x or \\\n  y\n',
			[],
		],
		[
			"comments at any depth",
			"a.py",
			"def f():\n# a\n    x = 1\n        # b\n    return x\n",
			[],
		],
		[
			"a missing colon is reported in its own line, also for a decorated function",
			"a.py",
			'import a\n\n\n@a.get("/x")\ndef latest()\n    return {"a": 1}\n',
			[
				"5:12-5:13 A `:` seems to be missing at the end of the line that begins with `def` (line 5); this may be a syntax error",
			],
		],
		["nothing at all", "a.js", "", []],
		["only a byte order mark", "a.js", "\uFEFF", []],
		[
			"a missing one after a character beyond the first plane",
			"a.js",
			'"😀"; f(1;',
			["1:10-1:10 It seems that a `)` is missing here"],
		],
		[
			"a missing one after CRLF",
			"a.js",
			"f(\r\n\t1;\r\n",
			["2:3-2:3 It seems that a `)` is missing here, for the `(` in line 1"],
		],
		[
			"an error after a character beyond the first plane",
			"a.js",
			'const = "😀"; }',
			[
				`1:1-1:8 \`const =\` ${soft}`,
				`1:15-1:16 This \`}\` seems to have no opening partner; this ${soft}`,
			],
		],
		[
			"a carriage return alone ends no line for the grammar",
			"a.js",
			"a();\rconst = 5;",
			[`1:6-1:13 \`const =\` ${soft}`],
		],
		[
			"nor does a line separator",
			"a.js",
			"a();\u2028const = 5;",
			[`1:6-1:13 \`const =\` ${soft}`],
		],
		[
			"a missing named node",
			"a.json",
			'{"a": }',
			["1:6-1:6 It seems that a value is missing here"],
		],
		[
			"several lines, with what is right between them",
			"a.js",
			"let x = ;\nlet y = 2;\nlet z = ;",
			[`1:7-1:8 \`=\` ${soft}`, `3:7-3:8 \`=\` ${soft}`],
		],
		[
			"brackets that cross",
			"a.js",
			"({[)]}",
			[`1:2-1:3 This \`{\` is missing its \`}\`; this ${soft}`],
		],
		[
			"Python's unclosed text",
			"a.py",
			"x = 'a\n",
			[
				`1:5-1:6 A text starts here that is missing its closing '; this ${soft}`,
			],
		],
		[
			"a gap of the grammar: class as an attribute",
			"a.jsx",
			'const a = <p class="b">x</p>;',
			[
				`1:1-1:30 \`class\` as an attribute is written \`className\` in JSX; this ${soft}`,
			],
		],
		[
			"which the TSX grammar takes",
			"a.tsx",
			'const a = <p class="b">x</p>;',
			[],
		],
		...["a.js", "a.jsx", "a.tsx"].map((path): (typeof cases)[number] => [
			"a plain & in JSX",
			path,
			'const a = <p title="Q & A">Fish & chips &amp; peas {b & c} && &<a href="?a=1&b=2">R&D</a></p>;',
			[],
		]),
		[
			"a plain & in JSX beside an error of one's own",
			"a.jsx",
			"const a = <p>Fish & chips</p>;\nconst b = (1;",
			["2:13-2:13 It seems that a `)` is missing here"],
		],
		[
			"a range in a query of CSS beside an error of one's own",
			"a.css",
			"@media (\n  width >= 40rem\n) and (1px<=height<calc(1em + 2px)) { a { b: c } }\n@container (width > 1px) { a { b: c } }\na { b: c",
			[`5:3-5:4 This \`{\` is missing its \`}\`; this ${soft}`],
		],
		[
			"a & that is no text",
			"a.jsx",
			"const a = <p>{b & & c}</p>;",
			[`1:19-1:20 \`&\` ${soft}`],
		],
		[
			"a gap of the grammar: variance",
			"a.ts",
			"interface A<in out T> { x: T }",
			[`1:16-1:21 \`out T\` ${soft}`],
		],
		[
			"a gap of the grammar: types of a whole module",
			"a.ts",
			"export type * from './a';",
			[`1:8-1:12 \`type\` ${soft}`],
		],
		[
			"a comment of JavaScript",
			"a.py",
			"// note\nx = 1\n",
			[
				`1:1-1:2 In Python a comment begins with \`#\`, not with \`//\`; this ${soft}`,
			],
		],
		[
			"Python's missing colon",
			"a.py",
			"class A\n    x = 1\n",
			[
				`1:7-1:8 A \`:\` seems to be missing at the end of the line that begins with \`class\`; this ${soft}`,
			],
		],
		[
			"Python's curly quotes",
			"a.py",
			"x = “a”\n",
			[
				`1:5-1:6 Code knows no curly quotes such as “; write the straight "; this ${soft}`,
			],
		],
		[
			"Python's dictionary with an equals sign",
			"a.py",
			'x = {"a" = 1}\n',
			[
				`1:10-1:11 Between \`"a"\` and its value belongs \`:\`, not \`=\`; this ${soft}`,
			],
		],
		[
			"a default in parameters is no typo, whatever else is wrong",
			"a.js",
			"function f({ a, b = 1 }) { return a b }",
			[`1:35-1:36 \`a\` ${soft}`],
		],
		[
			"a missing comma between two lines",
			"a.js",
			"const o = {\n  a: 1\n  b: 2,\n};\n",
			[
				`2:6-2:7 A comma seems to be missing after \`1\` (line 2); this ${soft}`,
			],
		],
		[
			"a missing comma between two names",
			"a.js",
			"f(a b);",
			[`1:5-1:6 A comma seems to be missing before \`b\`; this ${soft}`],
		],
		[
			"of several brackets of one kind the one that the layout shows",
			"a.js",
			"function f() {\n  if (x) {\n    g();\n\n}\n\nfunction h() {\n  return 1;\n}\n",
			["9:2-9:2 It seems that a `}` is missing here, for the `{` in line 2"],
		],
		[
			"a missing } in TSX",
			"a.tsx",
			"export function A() {\n  return <p>{x</p>;\n}\n",
			[`2:13-2:14 The \`{\` in line 2 is missing its \`}\`; this ${soft}`],
		],
		[
			"a missing comma in JSON",
			"a.json",
			'{ "a": 1 "b": 2 }',
			[`1:8-1:9 A comma seems to be missing after \`1\`; this ${soft}`],
		],
	];

for (const [what, path, content, errors] of cases)
	test(what, async () => {
		expect(await errorsIn(path, content)).toEqual(errors);
	});

test("as a node of the tree an error has the whole range of the node", async () => {
	const python = await createGrammars(readerFor()).load("python");
	const parsed = parseFile(
		{ path: "a.py", content: "class A\n    x = 1\n" },
		python,
	);
	if (typeof parsed === "string") throw new Error(parsed);
	const [error] = extractParseErrors(parsed.tree);
	parsed.tree.delete();
	expect(error).toMatchObject({
		startLine: 1,
		startColumn: 1,
		endLine: 2,
		endColumn: 8,
	});
});

test("deep nesting does not exhaust the stack", async () => {
	const errors = await errorsIn("a.js", "(".repeat(20_000));
	expect(errors).toHaveLength(1);
});
