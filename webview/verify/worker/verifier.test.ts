/** The worker as its callers know it: in order, one after another, and plain about what it cannot do. */
import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { grammarFiles } from "../parse/wasm-files.ts";
import type { Assertion } from "../shapes.ts";
import { easy } from "./attacks.ts";
import { createVerifier } from "./node.ts";

const verifier = createVerifier();
afterAll(() => verifier.close());

describe("the worker", () => {
	test("diagnoses files by path", async () => {
		const errors = await verifier.diagnose([
			{ path: "a.js", content: "const = 5;" },
			{ path: "b.js", content: "f();" },
		]);
		expect(Object.keys(errors)).toEqual(["a.js"]);
		expect(errors["a.js"]?.[0]?.startLine).toBe(1);
	});

	test("inspects conditions where a call asks for it", async () => {
		const files = [{ path: "x.js", content: "ready();\nsave(total);\n" }];
		const inquire = (condition: string) =>
			verifier.check({ crossFile: [easy] }, files, {
				inquiries: [{ condition, path: "x.js" }],
			});
		const [found] = (await inquire("save($what)")).inspections ?? [];
		expect(found).toMatchObject({
			passed: true,
			fault: null,
			matches: [
				{
					location: { line: 2 },
					bindings: [{ name: "$what", text: "total" }],
				},
			],
		});
		const [faulty] = (await inquire("save(")).inspections ?? [];
		expect(faulty).toMatchObject({ passed: false, matches: [] });
		expect(faulty?.fault).toBeString();
		const plain = await verifier.check({ crossFile: [easy] }, files);
		expect(plain).not.toHaveProperty("inspections");
	});

	test("answers calls made at once in their order", async () => {
		const calls = ["a", "b", "c"].map((method) =>
			verifier.check({ crossFile: [{ ...easy, method } as Assertion] }, [
				{ path: "x.js", content: "a();c();" },
			]),
		);
		const checks = await Promise.all(calls);
		expect(checks.map(({ result }) => result.passed)).toEqual([
			true,
			false,
			true,
		]);
	});

	test("finds a fault in a known mistake at a miss, and without one only when asked to compile all", async () => {
		const odd: Assertion = {
			type: "codePattern",
			description: "d",
			pattern: "ready()",
			mistakes: [{ pattern: "alert($_", message: "No alarm." }],
		};
		const faultOf = async (content: string, compilesAll?: boolean) => {
			const { result } = await verifier.check(
				{ crossFile: [odd] },
				[{ path: "a.js", content }],
				compilesAll === undefined ? {} : { compilesAll },
			);
			return result.crossFileResults[0]?.fault ?? result.passed;
		};
		expect([
			await faultOf("ready();"),
			await faultOf("go();"),
			await faultOf("ready();", true),
		]).toEqual([true, "check", "check"]);
	});

	test("rejects when a grammar cannot be had, and recovers", async () => {
		const lost = createVerifier({ wasmBasePath: "/no/such/folder" });
		const call = () => lost.check({}, [{ path: "a.js", content: "" }]);
		expect(call()).rejects.toThrow("/no/such/folder/web-tree-sitter.wasm");
		await call().catch(() => null);
		lost.close();
	});

	test("takes bytes that the host supplies on demand", async () => {
		const asked: string[] = [];
		const paths = new Map(grammarFiles().map(({ name, path }) => [name, path]));
		const fed = createVerifier({
			bytes: async (name) => {
				asked.push(name);
				return Bun.file(paths.get(name) ?? "").bytes();
			},
		});
		const { result } = await fed.check({ crossFile: [easy] }, [
			{ path: "a.js", content: "ready();" },
		]);
		fed.close();
		expect(result.passed).toBe(true);
		expect(asked).toEqual([
			"web-tree-sitter.wasm",
			"tree-sitter-javascript.wasm",
		]);
	});

	test("says so when the host has no bytes", async () => {
		const unfed = createVerifier({ bytes: {} });
		const call = unfed.check({}, [{ path: "a.js", content: "" }]);
		expect(call).rejects.toThrow(
			"The host has no bytes for web-tree-sitter.wasm",
		);
		await call.catch(() => null);
		unfed.close();
	});

	test("rejects what is under way when it is closed, and what comes after", async () => {
		const closing = createVerifier();
		const under = closing.check({}, [{ path: "a.js", content: "" }]);
		await Bun.sleep(0);
		closing.close();
		expect(under).rejects.toThrow("The verifier was closed");
		await under.catch(() => null);
		expect(closing.check({}, [])).rejects.toThrow("The verifier is closed");
	});

	test("refuses what cannot be sent, and goes on", async () => {
		const odd = { ...easy, method: () => "ready" } as unknown as typeof easy;
		const call = verifier.check({ crossFile: [odd] }, []);
		expect(call).rejects.toThrow("pass plain data");
		await call.catch(() => null);
		expect(await verifier.diagnose([])).toEqual({});
	});

	test("a script that is not there is named", async () => {
		const lost = createVerifier({ entry: "file:///no/such/entry.js" });
		const call = lost.check({}, []);
		expect(call).rejects.toThrow("The verification worker ended");
		await call.catch(() => null);
		lost.close();
	});

	test("runs as web worker from a blob, fed by the host", async () => {
		const { outputs } = await Bun.build({
			entrypoints: [join(import.meta.dir, "entry-browser.ts")],
			target: "browser",
			format: "iife",
		});
		const source = outputs[0] as Blob;
		const url = URL.createObjectURL(
			new Blob([await source.text()], { type: "text/javascript" }),
		);
		const paths = new Map(grammarFiles().map(({ name, path }) => [name, path]));
		const web = createVerifier({
			spawn: () => new Worker(url),
			bytes: (name) => Bun.file(paths.get(name) ?? "").bytes(),
		});
		const { result } = await web.check({ crossFile: [easy] }, [
			{ path: "a.js", content: "ready();" },
		]);
		web.close();
		expect(result.passed).toBe(true);
	});
});
