import { describe, expect, test } from "bun:test";
import { verify } from "@treeline/verify";
import type { FileEntry } from "@treeline/verify/shapes";
import { patternFor } from "./selection.ts";
import { templateFor } from "./templates.ts";

const file = (content: string, path = "app.js"): FileEntry[] => [
	{ path, content },
];

const blank = { ...templateFor("javascript").challenge, scaffold: [] };

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
			{ ...blank, prompt, files: file(content, path) },
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
			"and that of a decision for all of it, since a question alone says little",
			"if (app.x) {\n  find(404);\n}\n",
			[1, 1],
			{},
			"if (app.x) {\n  find(404);\n}",
		],
		[
			"variables of two functions that have one name are two",
			"const app = find((one) => one.x).map((one) => one.y);\n",
			[1, 1],
			{},
			"const app = find(($one, ...) => $one.x).map(($one2, ...) => $one2.y)",
		],
		[
			"a link of a chain stands for its statement",
			"app\n  .find((one) => one.x)\n  .sort();\n",
			[2, 2],
			{},
			"app\n  .find(($one, ...) => $one.x)\n  .sort()",
		],
		[
			"a copy that is sorted is any copy",
			"export function podium(runners) {\n  const finished = runners.filter((one) => one.seconds !== null);\n  finished.sort((a, b) => a.seconds - b.seconds);\n  return finished;\n}\n",
			[3, 3],
			{ prompt: "`podium` sorts by `seconds`." },
			"function podium(...) {\n  [...$_].sort(($a, $b, ...) => $a.seconds - $b.seconds)\n}",
		],
		[
			"a copy that is made where it is sorted is any copy, too",
			"const podium = (runners) => runners.slice().sort((a, b) => a.seconds - b.seconds);\n",
			[1, 1],
			{ prompt: "`podium` sorts by `seconds`." },
			"const podium = ($runners, ...) => [...$_].sort(($a, $b, ...) => $a.seconds - $b.seconds)",
		],
		[
			"a list that is given and sorted is that list",
			"function podium(runners) {\n  runners.sort((a, b) => a.seconds - b.seconds);\n}\n",
			[2, 2],
			{ prompt: "`podium` sorts by `seconds`." },
			"function podium(...) {\n  $runners.sort(($a, $b, ...) => $a.seconds - $b.seconds)\n}",
		],
		[
			"a copy whose making is selected, too, stays that copy",
			"function podium(runners) {\n  const all = [...runners];\n  all.sort(by);\n}\n",
			[2, 3],
			{ prompt: "`podium` sorts." },
			"function podium(...) {\n  const $all = [...$runners];\n  $all.sort(by)\n}",
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
		const files = [{ path, content }];
		const prompt = "Lay out `.card` with a gap of `1rem`.";
		expect(
			await patternFor(
				{ ...blank, prompt, files },
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
