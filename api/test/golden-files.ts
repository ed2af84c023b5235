/** Goldens: files that a test writes when it is asked to, and compares with otherwise. */
import { expect } from "bun:test";
import { join } from "node:path";

/** Holds that the file `name` beside this one is `text`; `UPDATE=1 bun test api/test/<test>` writes it. */
export async function expectGolden(name: string, text: string): Promise<void> {
	const path = join(import.meta.dir, name);
	if (process.env.UPDATE) await Bun.write(path, text);
	const kept = await Bun.file(path)
		.text()
		.catch(() => "");
	if (kept !== text)
		console.error(
			`${path} is not fresh. If the difference is meant, run the test again with UPDATE=1.`,
		);
	expect(kept.split("\n")).toEqual(text.split("\n"));
}
