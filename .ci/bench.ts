/** Behind `npm run bench [name…]`: runs the `<package>/bench/<name>.bench.ts` files named, or lists them all. */
import { basename } from "node:path";

const ROOMS = ["api", "extension", "packs", "webview", "webview/verify"];
const files = ROOMS.flatMap((room) => [
	...new Bun.Glob(`${room}/bench/*.bench.ts`).scanSync("."),
]).sort();
const nameOf = (file: string) => basename(file, ".bench.ts");
const wanted = Bun.argv.slice(2);

const unknown = wanted.find(
	(name) => !files.some((file) => nameOf(file) === name),
);
if (wanted.length === 0 || unknown !== undefined) {
	if (unknown !== undefined) console.error(`There is no bench "${unknown}".`);
	console.log("npm run bench <name>, where name is one of:");
	for (const file of files) console.log(`  ${nameOf(file).padEnd(16)} ${file}`);
	process.exit(unknown === undefined ? 0 : 1);
}

for (const file of files.filter((file) => wanted.includes(nameOf(file)))) {
	const child = Bun.spawn([process.execPath, file], {
		stdio: ["ignore", "inherit", "inherit"],
	});
	if ((await child.exited) !== 0) process.exit(1);
}
