/** Brotli compression with a cache by content hash. */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { compressed } from "./paths.ts";

const brotli = promisify(brotliCompress);
const LARGE = 200_000;
/** A formatter, which few learners load: a build does not wait a minute for it. */
const HUGE = 5_000_000;

/** `bytes` with Brotli; large files at a level that trades a few percent of size for most of the time. */
export async function compress(bytes: Uint8Array): Promise<Uint8Array> {
	const quality = bytes.length > HUGE ? 5 : bytes.length > LARGE ? 10 : 11;
	const hash = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
	const cached = join(compressed, `${hash.slice(0, 32)}-${quality}.br`);
	const known = await readFile(cached).catch(() => null);
	if (known) return known;
	const made = await brotli(bytes, {
		params: {
			[constants.BROTLI_PARAM_QUALITY]: quality,
			[constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
			[constants.BROTLI_PARAM_LGWIN]: 22,
		},
	});
	await mkdir(compressed, { recursive: true });
	const unfinished = `${cached}.${crypto.randomUUID()}`;
	await writeFile(unfinished, made);
	await rename(unfinished, cached);
	return made;
}
