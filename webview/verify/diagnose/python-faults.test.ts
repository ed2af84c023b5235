/** What Python refuses when it runs, and what it takes. A position is "line:column-endLine:endColumn", 1-based. */
import { expect, test } from "bun:test";
import { errorsIn } from "../test/errors-in.ts";

test.each([
	[
		"a variable of the file that a function adds to",
		"a.py",
		"total = 0\n\n\ndef add(by):\n    total += by\n",
		[
			"5:5-5:10 UnboundLocalError: the assignment makes `total` a variable of this function, which has no value yet; write `global total` above it, or change what `total` holds without an assignment",
		],
	],
	[
		"a variable of the file that a function computes anew",
		"a.py",
		"items = []\n\n\ndef add(one):\n    items = items + [one]\n",
		[
			"5:5-5:10 UnboundLocalError: the assignment makes `items` a variable of this function, which has no value yet; write `global items` above it, or change what `items` holds without an assignment",
		],
	],
	[
		"variables that have a value before they are added to",
		"a.py",
		"n = 0\n\n\ndef f(a, *rest, b=1):\n    global n\n    n += 1\n    a += 1\n    b += a\n    c = 0\n    c += 1\n    for d in rest:\n        d += 1\n    with open(a) as e:\n        e += 1\n    if (g := a):\n        g += 1\n    h, i = 1, 2\n    i += h\n    def inner():\n        nonlocal c\n        c += 1\n    return [n for n in rest]\n\n\nclass A:\n    n += 1\n\n\nn += 1\n",
		[],
	],
] as [string, string, string, string[]][])(
	"%s",
	async (_, path, content, errors) => {
		expect(await errorsIn(path, content)).toEqual(errors);
	},
);
