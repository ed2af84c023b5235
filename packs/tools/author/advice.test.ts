import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import type { ChallengeFile } from "@treeline/packs/format";
import { verify } from "@treeline/verify";
import type { AssertionOf, FileEntry } from "@treeline/verify/shapes";
import { createVerifier } from "@treeline/verify/worker";
import { adviceOn } from "./advice.ts";
import { painter } from "./code-frame.ts";
import { checkMatrix, isAsExpected, matrixLines } from "./matrix.ts";
import { loosened, patternsIn } from "./patterns.ts";
import { patternFor } from "./selection.ts";
import { templateFor } from "./templates.ts";

// A start takes its time on a busy machine.
setDefaultTimeout(180_000);

const file = (content: string, path = "app.js"): FileEntry[] => [
	{ path, content },
];

function challenge(
	reference: string,
	more: Partial<ChallengeFile> = {},
): ChallengeFile {
	return {
		title: "x",
		prompt: "Call `save` with the status `404`.",
		difficulty: "beginner",
		tags: [],
		timeEstimateSeconds: 1,
		scaffolded: true,
		files: file(reference),
		scaffold: file("// Write here.\n"),
		hints: [],
		assertions: {},
		...more,
	};
}

describe("advice", () => {
	async function warningsOn(
		condition: Partial<AssertionOf<"codePattern">>,
		answer = "const total = 1;\nsave(total);\n",
		more: Partial<ChallengeFile> = {},
	) {
		const check = {
			type: "codePattern" as const,
			description: "x",
			...condition,
		};
		const given = challenge("const total = 1;\nsave(total);\n", {
			assertions: { perFile: { "app.js": [check] } },
			...more,
		});
		const advice = await adviceOn(given, [
			{ name: "an answer", files: file(answer) },
		]);
		return advice.flatMap(({ warnings }) => warnings);
	}

	test("a fair check gets none", async () => {
		expect(await warningsOn({ pattern: "save($total)" })).toEqual([]);
	});

	test("a metavariable that several parts bind", async () => {
		const [only, ...more] = await warningsOn({
			all: ["const $a = 1", { pattern: "save($a)" }],
		});
		expect(only).toStartWith(
			"`$a` is bound in several parts (all/0, all/1), so all of them must mean the same thing",
		);
		expect(more).toEqual([]);
	});

	test("a part under `not` binds nothing", async () => {
		expect(
			await warningsOn({ pattern: "save($a)", not: { has: "drop($a)" } }),
		).toEqual([]);
	});

	test("a name that the task leaves open", async () => {
		expect((await warningsOn({ pattern: "save(total)" })).join()).toContain(
			"it names `total`, which the task leaves to the learner; write `$total`",
		);
	});

	test("a check that the starter passes", async () => {
		const warnings = await warningsOn({ pattern: "save($_)" }, undefined, {
			scaffold: file("save(0);\n"),
		});
		expect(warnings.join()).toContain("it passes on the starter");
	});

	test("arguments that are too exact for an answer", async () => {
		const warnings = await warningsOn(
			{ pattern: "save($a)" },
			"save(1, { sync: true });\n",
		);
		expect(warnings.join()).toContain(
			"`save(…)` is too exact for an answer, which has more in that place; write `...`",
		);
	});
});

test("each exact list of a pattern is loosened by itself", () => {
	expect(
		loosened('if (f(a, ...)) g("(", () => { h(); })').map(({ code }) => code),
	).toEqual([
		'if (f(a, ...)) g("(", (...) => { h(); })',
		'if (f(a, ...)) g("(", () => { h(...); })',
		'if (f(a, ...)) g("(", () => { h(); }, ...)',
	]);
});

test("the patterns of a check are found wherever they stand", () => {
	const places = patternsIn({
		type: "codePattern",
		description: "x",
		pattern: ["a", "b"],
		not: { has: "c" },
		where: { $d: { any: ["e"] } },
	}).map(({ place, code, binds }) => `${place} ${code} ${binds}`);
	expect(places).toEqual([
		"pattern/0 a true",
		"pattern/1 b true",
		"not/has c false",
		"where/$d/any/0 e true",
	]);
});

const LABEL = `const Field = ({ name }) => (
  <label className="x">
    <input
      value={name}
    />
    {name}
  </label>
);
`;

describe("a pattern from lines of the reference", () => {
	const from = (
		content: string,
		lines: [number, number],
		{
			path = "app.js",
			prompt = "Use `app` and `find`; answer `GET /a` with `404` and a `message`.",
		} = {},
	) =>
		patternFor(
			{ ...challenge(""), prompt, files: file(content, path) },
			{ path, from: lines[0], to: lines[1] },
		);

	test.each([
		[
			"names and texts of the learner's own become free, those of the task stay",
			'import { find } from "./x.js";\nconst app = f();\napp.get("/a", (req, res) => {\n  const one = find(req.id);\n  if (!one) {\n    res.status(404).json({ message: "None" });\n    return;\n  }\n});\n',
			[3, 9],
			{},
			'import { find } from "./x.js";\napp.get("/a", ($req, $res, ...) => {\n  const $one = find($req.id);\n  if (!$one) {\n    $res.status(404).json({ message: $_ });\n  }\n})',
		],
		[
			"an inner statement stands by itself",
			"app.get(() => {\n  const one = 404;\n  send({ one });\n});\n",
			[2, 3],
			{},
			"const $one = 404;\nsend({ one: $one })",
		],
		[
			"types go in TypeScript",
			'export function Card({ title }: Props) {\n  const [n, setN] = useState<number>(0);\n  return <h2 className="x">{title} now</h2>;\n}\n',
			[1, 4],
			{ path: "a.tsx", prompt: "Write `Card`." },
			"export function Card({ title: $title }, ...) {\n  const [$n, $setN] = useState(...);\n  return <h2 className={$_}>{$title}</h2>;\n}",
		],
		[
			"Python keeps what the task names",
			'@app.get("/a")\ndef read(item_id: int, other: str) -> dict:\n    """Reads."""\n    found = find(item_id)\n    return {"id": found, "x": other}\n',
			[1, 5],
			{
				path: "a.py",
				prompt:
					"`app` answers `GET /a` with `read`, which takes `item_id`, an `int`.",
			},
			'@app.get("/a")\ndef read(item_id: int, $other: str):\n    $found = find(item_id)\n    return {"id": $found, "x": $other}',
		],
		[
			"a variable that is not used, a lone `return` and texts of an error ask for nothing",
			'function f(text) {\n  const words = text.split(" ");\n  if (text === "") return;\n  throw new Error("x");\n}\n',
			[2, 4],
			{},
			'$text.split(...);\nif ($text === "") { ... }\nthrow new Error(...)',
		],
		[
			"the first lines of a function are statements of its body",
			"export function f(a) {\n  const b = load(a);\n  save(b);\n  return b;\n}\n",
			[1, 3],
			{},
			"const $b = load($a);\nsave($b)",
		],
		[
			"in Python, too",
			'def f(text):\n    words = text.split(" ")\n    if text == "":\n        return\n    raise Error("x")\n',
			[2, 5],
			{ path: "a.py", prompt: "" },
			'$text.split(...)\nif $text == "":\n    ...\nraise Error(...)',
		],
		[
			"what stands in a function that the task names is asked for there",
			"export const save = (a) => {\n  list.forEach((b) => {\n    load(b);\n  });\n  return a;\n};\n",
			[3, 3],
			{ prompt: "Export `save`, which calls `load`." },
			"function save(...) {\n  load($b)\n}",
		],
		[
			"in Python, too, where code of several lines is indented",
			"class A:\n    def run(self):\n        if self:\n            load(404)\n",
			[3, 4],
			{ path: "a.py", prompt: "Write `run`, which calls `load` with `404`." },
			"def run(...):\n    if $self:\n        load(404)",
		],
		[
			"an opening tag stands for its element",
			LABEL,
			[2, 2],
			{ path: "a.tsx", prompt: "" },
			"<label className={$_} />",
		],
		[
			"an attribute for an element that has it",
			LABEL,
			[4, 4],
			{ path: "a.tsx", prompt: "" },
			"<input value={$name} />",
		],
		[
			"what is in an element for one that has it",
			LABEL,
			[6, 6],
			{ path: "a.tsx", prompt: "" },
			"<label>\n  {$name}\n</label>",
		],
		[
			"a decorator for a function that has it",
			'@app.get("/a")\ndef read():\n    return 1\n',
			[1, 1],
			{ path: "a.py" },
			'@app.get("/a")\ndef $_(...):\n    ...',
		],
		[
			"the first line of a function stands for the function",
			'import { load } from "./x.js";\nexport function save(a, b = 1) {\n  if (a) {\n    load(b);\n  }\n}\n',
			[2, 2],
			{ prompt: "Export `save`." },
			"export function save($a, $b = $_, ...) { ... }",
		],
		[
			"and the first line of a call for the call",
			'app.get("/a", (req, res) => {\n  res.send(404);\n});\n',
			[1, 1],
			{},
			'app.get("/a", ($req, $res, ...) => { ... })',
		],
		[
			"and that of a decision for its first branch",
			"if (app.x) {\n  find(1);\n} else {\n  find(2);\n}\n",
			[1, 1],
			{},
			"if (app.x) { ... }",
		],
		[
			"and that of a function in Python, with its decorator",
			'@app.get("/a")\ndef read(item_id: int):\n    return find(item_id)\n',
			[1, 2],
			{ path: "a.py", prompt: "`app` answers `GET /a`." },
			'@app.get("/a")\ndef $read($item_id: int):\n    ...',
		],
	] as const)("%s", async (_, content, lines, more, expected) => {
		expect(await from(content, [...lines], more)).toBe(expected);
	});

	test("lines without code are refused", async () => {
		await expect(from("\n\nf();\n", [1, 2])).rejects.toThrow(
			'Lines 1 to 2 of "app.js" hold no code',
		);
		await expect(from(LABEL, [7, 7], { path: "a.tsx" })).rejects.toThrow(
			'Lines 7 to 7 of "a.tsx" hold no code that stands by itself',
		);
	});
});

test("a table tells which check each answer passes, and what should not be so", async () => {
	const challenge = await Bun.file(
		join(
			import.meta.dir,
			"../broken/fixtures/good/challenges/01-say-hello-over-http.json",
		),
	).json();
	const { files, scaffold, assertions } = challenge;
	const answer = (name: string, own: FileEntry[]) => ({ name, files: own });
	const verifier = createVerifier();
	try {
		const matrix = await checkMatrix(
			challenge,
			{
				accepted: [answer("the starter \u001b[2J", scaffold)],
				rejected: [
					{ ...answer("right", files), caughtBy: "perFile/app.js/1" },
					{ ...answer("the starter", scaffold), caughtBy: "perFile/app.js/2" },
				],
			},
			verifier,
		);
		expect(isAsExpected(matrix)).toBe(false);
		expect(matrixLines(matrix, painter(false)).slice(5)).toEqual([
			"                              A  B  C  D",
			"  solution                    ✓  ✓  ✓  ✓",
			"  starter                     ✓  ✗  ✗  ✗",
			"  accepted: the starter ·[2J  ✓  !  !  !",
			"  rejected: right             ✓  !  ✓  ✓",
			"  rejected: the starter       ✓  ✗  ✗  ✗",
			"",
			"  ✓ passes   ✗ fails   ! passes or fails, and should not",
			"  No rejected answer is there to be caught by A, D; add one that breaks that alone.",
		]);
		const place = assertions.perFile["app.js"][0].description;
		expect(matrixLines(matrix, painter(false))[0]).toBe(
			`  A  perFile/app.js/0  ${place}`,
		);
	} finally {
		verifier.close();
	}
});

test.each([
	[
		"index.html",
		'<label class="wide" for="mail">Your mail</label>\n<input id="mail" type="email">',
		'<label for="$mail">$_</label>\n<input id="$mail" type="email">',
	],
	[
		"style.css",
		".card .my-title {\n  color: var(--accent);\n  gap: 2rem 1rem;\n}",
		".card .$my_title {\n  color: var(--$accent);\n  gap: $_ 1rem;\n}",
	],
	["a.json", '{ "port": 3000, "card": "x" }', '{ "port": $_, "card": $_ }'],
])(
	"a pattern from lines of %s leaves open what the task does not name",
	async (path, content, pattern) => {
		const { challenge } = templateFor("javascript");
		const files = [{ path, content }];
		const prompt = "Lay out `.card` with a gap of `1rem`.";
		expect(
			await patternFor(
				{ ...challenge, prompt, files, scaffold: [] },
				{ path, from: 1, to: content.split("\n").length },
			),
		).toBe(pattern);
	},
);

test.each(["html", "css", "json"] as const)(
	"the template of %s tells right answers from wrong ones",
	async (language) => {
		const { challenge, cases } = templateFor(language);
		const answers = [
			challenge.files,
			challenge.scaffold ?? [],
			...cases.accepted.map(({ files }) => files),
			...cases.rejected.map(({ files }) => files),
		];
		const results = await Promise.all(
			answers.map((files) => verify(challenge.assertions, files)),
		);
		expect(results.map(({ passed }) => passed)).toEqual([
			true,
			false,
			true,
			false,
		]);
	},
);
