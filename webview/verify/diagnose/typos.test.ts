/** Typos of beginners in a starter file: the message and the place of each. */
import { expect, test } from "bun:test";
import { errorsIn } from "../test/errors-in.ts";

const soft = "may be a syntax error";
const starter = `import express from "express";

const app = express();

app.get("/hello", (req, res) => {
  res.json({ message: "Hello" });
});

export default app;
`;
const follows = (line: number) =>
	`This may only follow from the error in line ${line}; fix that one first`;
const typos: [what: string, from: string, to: string, errors: string[]][] = [
	[
		"a missing ) far from its partner",
		"});\n\n",
		"};\n\n",
		["7:2-7:2 It seems that a `)` is missing here, for the `(` in line 5"],
	],
	[
		"no end at all: the bracket's own line is named",
		"});\n\n",
		"\n\n",
		[`5:8-5:9 The \`(\` in line 5 is missing its \`)\`; this ${soft}`],
	],
	[
		"one ) too many",
		"});\n\n",
		"}));\n\n",
		[`7:3-7:4 This \`)\` seems to have no opening partner; this ${soft}`],
	],
	[
		"a missing comma between arguments, whose brackets balance",
		'"/hello",',
		'"/hello"',
		[
			`5:9-5:17 A comma seems to be missing after \`"/hello"\`; this ${soft}`,
			`6:33-6:34 ${follows(5)}`,
		],
	],
	[
		"a torn arrow",
		"=>",
		"= >",
		[
			`5:30-5:31 \`= >\` is written \`=>\`, without a space; this ${soft}`,
			`6:33-6:34 ${follows(5)}`,
		],
	],
	[
		"a missing arrow",
		"=> {",
		"{",
		[
			`5:28-5:29 \`=>\` seems to be missing between \`)\` and \`{\`; this ${soft}`,
			`6:33-6:34 ${follows(5)}`,
		],
	],
	[
		"a misspelt function",
		"(req, res) => {",
		"fucntion(req, res) {",
		[
			`5:19-5:27 \`fucntion\` seems to mean \`function\`; this ${soft}`,
			`6:33-6:34 ${follows(5)}`,
		],
	],
	[
		"a misspelt const",
		"const app",
		"cosnt app",
		[`3:1-3:6 \`cosnt\` seems to mean \`const\`; this ${soft}`],
	],
	[
		"a misspelt import",
		"import",
		"improt",
		[`1:1-1:7 \`improt\` seems to mean \`import\`; this ${soft}`],
	],
	[
		"an equals sign in an object",
		"message:",
		"message =",
		[
			`6:22-6:23 Between \`message\` and its value belongs \`:\`, not \`=\`; this ${soft}`,
		],
	],
	[
		"a missing comma in an object",
		'"Hello" }',
		'"Hello" other: 1 }',
		[`6:23-6:30 A comma seems to be missing after \`"Hello"\`; this ${soft}`],
	],
	[
		"a comment of Python",
		"app.get",
		"# answer\napp.get",
		[
			`5:1-5:2 In JavaScript a comment begins with \`//\`, not with \`#\`; this ${soft}`,
		],
	],
	[
		"curly quotes",
		'"express"',
		"“express”",
		[
			`1:21-1:22 Code knows no curly quotes such as “; write the straight "; this ${soft}`,
		],
	],
	[
		"a name that is not finished",
		'res.json({ message: "Hello" });',
		"res.",
		[
			`6:6-6:7 \`res.\` is not finished; a name belongs after its dot; this ${soft}`,
		],
	],
	[
		"a name that is not finished, noticed a line later",
		"const app = express();\n",
		"express.\nconst app = 1;\n",
		[
			`3:8-3:9 \`express.\` is not finished; a name belongs after its dot (line 3); this ${soft}`,
		],
	],
	[
		"an unclosed string: the brackets in it are not reported",
		'"/hello"',
		'"/hello',
		[
			`5:9-5:33 A text starts here that is missing its closing "; this ${soft}`,
			`6:33-6:34 ${follows(5)}`,
		],
	],
	[
		"a quote inside a text",
		'"Hello"',
		"'It's me'",
		[
			`6:27-6:32 The text before this seems to end too early, at a ' inside it; put other quotes around it; this ${soft}`,
		],
	],
	[
		"empty lines before everything",
		"import express",
		"\n\nimprot express",
		[`3:1-3:7 \`improt\` seems to mean \`import\`; this ${soft}`],
	],
];

for (const [what, from, to, errors] of typos)
	test(what, async () => {
		expect(starter).toContain(from);
		expect(await errorsIn("app.js", starter.replace(from, to))).toEqual(errors);
	});

test("brackets in texts, comments, templates and expressions do not count", async () => {
	const code = 'const r = /[({]/;\nconst s = "(" + `[{`; // (\nf(1;\n';
	expect(await errorsIn("a.js", code)).toEqual([
		"3:4-3:4 It seems that a `)` is missing here",
	]);
});

test("very many errors and brackets are reported", async () => {
	for (const piece of [
		"f(1;\n",
		");",
		"({",
		"){",
		"if (",
		"a b ",
		'"x" (',
		"= > ",
	]) {
		const code = piece.repeat(10_000);
		expect((await errorsIn("a.js", code)).length).toBeGreaterThan(0);
		await errorsIn("a.py", code);
	}
}, 300_000);
