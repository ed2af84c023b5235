/** Each way to write something takes each other one as a pattern, and none takes code that only looks like it. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { verify } from "../index.ts";
import type { AssertionSet } from "../shapes.ts";
import { pythonWays } from "./python-ways.ts";
import { scriptWays } from "./script-ways.ts";
import type { Way } from "./ways.ts";

setDefaultTimeout(600_000);

async function accepts(path: string, pattern: string, content: string) {
	const set = {
		perFile: { [path]: [{ type: "codePattern", description: "d", pattern }] },
	} as AssertionSet;
	const { fileResults } = await verify(set, [{ path, content }]);
	const [result] = fileResults[0]?.results ?? [];
	if (!result || result.fault)
		throw new Error(`${pattern}: ${result?.message}`);
	return result.passed;
}

/** Names that begin with `$` are the learner's own: code has them without it. */
const codeOf = (way: string) => way.replace(/\$(?=[a-z])/g, "");

function check(path: string, ways: readonly Way[]) {
	for (const { name, same, other, except = [] } of ways)
		describe(`${path} ${name}`, () => {
			for (const pattern of same)
				test(`as in ${JSON.stringify(pattern)}`, async () => {
					const refused = [];
					for (const code of same)
						if (!(await accepts(path, pattern, codeOf(code))))
							refused.push(code);
					expect(refused).toEqual([]);
					const accepted = [];
					const isExcepted = (code: string) =>
						except.some(
							([one, part]) => pattern.includes(one) && code.includes(part),
						);
					for (const code of other)
						if (
							!isExcepted(code) &&
							(await accepts(path, pattern, codeOf(code)))
						)
							accepted.push(code);
					expect(accepted).toEqual([]);
				});
		});
}

check("app.js", scriptWays);
check("main.py", pythonWays);
