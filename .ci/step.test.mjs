import { expect, test } from "bun:test";
import { pathToFileURL } from "node:url";

test("a step announces itself on standard error: standard output belongs to the command", () => {
	const module = pathToFileURL(`${import.meta.dir}/step.mjs`).href;
	const script = `
		const { step } = await import(${JSON.stringify(module)});
		console.log(await step("Installing packages", async () => "answer"));`;
	const { stdout, stderr } = Bun.spawnSync([process.execPath, "-e", script]);
	expect(String(stdout)).toBe("answer\n");
	expect(String(stderr)).toMatch(/^Installing packages … done in [\d.]+ s\n$/);
});
