import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createVerifier } from "@treeline/verify/worker";
import { validatePacks } from "../validation.ts";
import faults from "./faults.json";

/** One small change to the good pack. */
type Change = { file: string } & (
	| { at: string; put: unknown }
	| { at: string; drop: true }
	/** Puts at `at` what stands at `copy`. */
	| { at: string; copy: string }
	| { write: string }
	| { bytes: number[] }
	| { repeat: [text: string, times: number] }
	| { remove: true }
	/** A link, from the folder of this test. */
	| { linkTo: string }
);

/** One line of `faults.json`: a change, and the finding that it must give. */
interface BrokenPack {
	name: string;
	change: Change;
	/** The finding's code, and a part of its words. */
	code: string;
	says: string;
	/** Where it must point, with a line; absent for a file that has none. */
	file?: string;
	/** Found by `--strict` only. */
	strict?: boolean;
}

// A start takes its time on a busy machine, and so does removing hundreds of folders.
setDefaultTimeout(180_000);

const BROKEN = faults as BrokenPack[];

const GOOD = join(import.meta.dir, "fixtures/good");
const scratch = mkdtempSync(join(tmpdir(), "treeline-broken-"));
const verifier = createVerifier();
afterAll(() => {
	verifier.close();
	rmSync(scratch, { recursive: true, force: true });
});

/** A folder with a copy of the good pack, changed. */
function copyOf(name: string, change?: Change): string {
	const folder = join(scratch, name.replace(/\W+/g, "-"));
	cpSync(GOOD, folder, { recursive: true });
	if (change) apply(folder, change);
	return folder;
}

function apply(folder: string, change: Change): void {
	const path = join(folder, change.file);
	mkdirSync(dirname(path), { recursive: true });
	if ("remove" in change) rmSync(path);
	else if ("linkTo" in change) {
		rmSync(path);
		symlinkSync(join(import.meta.dir, change.linkTo), path);
	} else writeFileSync(path, contentOf(path, change));
}

function contentOf(path: string, change: Change): string | Uint8Array {
	if ("write" in change) return change.write;
	if ("bytes" in change) return new Uint8Array(change.bytes);
	if ("repeat" in change) return change.repeat[0].repeat(change.repeat[1]);
	if (!("at" in change)) return "";
	const value: unknown = JSON.parse(readFileSync(path, "utf8"));
	const [parent, key] = split(change.at);
	const holder = valueAt(value, parent) as Record<string, unknown>;
	if ("drop" in change) delete holder[key];
	else
		holder[key] = "copy" in change ? valueAt(value, change.copy) : change.put;
	return JSON.stringify(value, null, "\t");
}

const split = (pointer: string): [parent: string, key: string] => {
	const at = pointer.lastIndexOf("/");
	return [pointer.slice(0, at), pointer.slice(at + 1)];
};

function valueAt(root: unknown, pointer: string): unknown {
	return pointer
		.split("/")
		.slice(1)
		.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"))
		.reduce((value, key) => (value as Record<string, unknown>)[key], root);
}

async function findings(folder: string, strict: boolean) {
	const [validation] = await validatePacks(folder, verifier, strict);
	return {
		errors: validation?.errors,
		all: validation?.files.flatMap((file) => file.findings) ?? [],
	};
}

test("the pack to be broken is good", async () => {
	expect(await findings(copyOf("good"), true)).toEqual({ errors: 0, all: [] });
});

describe("one change, one fault, named", () => {
	test.each(BROKEN.map((fault): [string, BrokenPack] => [fault.name, fault]))(
		"%s",
		async (name, { change, code, says, file, strict = false }) => {
			const folder = copyOf(name, change);
			const { errors, all } = await findings(folder, strict);
			const found = all.filter((one) => one.code === code);
			expect(found.map(({ detail }) => detail).join("\n")).toContain(says);
			expect(errors).toBeGreaterThan(0);
			if (!file) return;
			const [first] = found;
			expect(first?.file).toBe(file);
			expect(first?.line).toBeGreaterThan(0);
		},
	);

	test.each(BROKEN.filter(({ strict }) => strict).map(({ name }) => name))(
		"%s: no error unless strict",
		async (name) => {
			expect((await findings(copyOf(name), false)).errors).toBe(0);
		},
	);
});

test("all of them at once: each fails, none stops another, and the exit is not 0", () => {
	const root = mkdtempSync(join(scratch, "all-"));
	for (const [index, { change }] of BROKEN.entries()) {
		const folder = join(root, `pack-${index}`);
		cpSync(GOOD, folder, { recursive: true });
		apply(folder, { file: "pack.json", at: "#/slug", put: `pack-${index}` });
		apply(folder, change);
	}
	cpSync(GOOD, join(root, "zz-good"), { recursive: true });
	const { stdout, exitCode } = Bun.spawnSync([
		process.execPath,
		join(import.meta.dir, "../main.ts"),
		"validate",
		root,
		"--strict",
	]);
	const out = stdout.toString();
	expect(out).toContain("PASS good (2 challenges)\n");
	expect(out.match(/^FAIL /gm)).toHaveLength(BROKEN.length);
	expect(out).toContain(`, ${BROKEN.length + 1} packs, `);
	expect(exitCode).toBe(1);
}, 300_000);
