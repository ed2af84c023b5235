/**
 * The file of a backup: a tar of `<database>/<table>.copy.<number>.gz`, whose parts put together are what `COPY` gives as text, and
 * `manifest.json` at the end. It is written and read as a stream, so that its size needs no memory.
 */
import { createHash, type Hash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import tar from "tar-stream";
import { StartupError } from "../config/startup-error.ts";

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Text of one part before compression, in bytes; a chunk of the database's may go beyond it. */
const PART_BYTES = 4 * 1024 * 1024;
/** What a part may have when it is read, in bytes: Postgres has no row of more than 1 GB. */
const MAX_PART_BYTES = 1024 * 1024 * 1024 + PART_BYTES;
const MANIFEST = "manifest.json";
const MAX_MANIFEST_BYTES = 16 * 1024 * 1024;
const FORMAT = 1;

export const DATABASES = ["platform", "content"] as const;
export type DatabaseName = (typeof DATABASES)[number];

const TableEntry = Type.Object({
	name: Type.String(),
	/** In the order in which `COPY` has them; generated columns are left out. */
	columns: Type.Array(Type.String()),
	rows: Type.Integer({ minimum: 0 }),
	/** Of the text before compression. */
	bytes: Type.Integer({ minimum: 0 }),
	sha256: Type.String(),
});

const DatabaseEntry = Type.Object({
	migrations: Type.Array(
		Type.Object({ name: Type.String(), sha256: Type.String() }),
	),
	/** A table stands behind those that it references. */
	tables: Type.Array(TableEntry),
	/** The last value of each sequence; null = never used. */
	sequences: Type.Array(
		Type.Object({
			name: Type.String(),
			last: Type.Union([Type.String(), Type.Null()]),
		}),
	),
});

const Manifest = Type.Object({
	format: Type.Literal(FORMAT),
	/** The version of Treeline that wrote it. */
	treeline: Type.String(),
	postgres: Type.String(),
	createdAt: Type.String(),
	databases: Type.Object({ platform: DatabaseEntry, content: DatabaseEntry }),
});

export type TableEntry = Static<typeof TableEntry>;
export type DatabaseEntry = Static<typeof DatabaseEntry>;
export type Manifest = Static<typeof Manifest>;

/** The text of a table as it goes by: its size, its rows and its hash. */
class Tally {
	bytes = 0;
	rows = 0;
	readonly #hash: Hash = createHash("sha256");

	add(text: Buffer): void {
		this.bytes += text.length;
		// A line break within a value is written as `\n`, in two characters.
		for (let at = text.indexOf(10); at >= 0; at = text.indexOf(10, at + 1))
			this.rows++;
		this.#hash.update(text);
	}

	get result() {
		return {
			rows: this.rows,
			bytes: this.bytes,
			sha256: this.#hash.copy().digest("hex"),
		};
	}
}

export interface BackupWriter {
	/** Adds a table; answers what the manifest says of it. */
	table(
		database: DatabaseName,
		name: string,
		text: AsyncIterable<Buffer>,
	): Promise<Pick<TableEntry, "rows" | "bytes" | "sha256">>;
	/** Ends the file, which is on the disk afterwards. */
	finish(manifest: Omit<Manifest, "format">): Promise<void>;
	/** Ends the stream; the file is incomplete. Answers why it could not be written, or null when it could. */
	abort(): Error | null;
}

/** Writes a new file, readable by its owner alone: it holds learners' data. Throws when `file` exists. */
export function writeBackup(file: string): BackupWriter {
	const pack = tar.pack();
	const output = createWriteStream(file, { flags: "wx", mode: 0o600 });
	let failure: Error | null = null;
	const failed = new Promise<never>((_, reject) => {
		output.once("error", (error) => {
			failure = error;
			pack.destroy();
			reject(error);
		});
	});
	failed.catch(() => {});
	pack.pipe(output);

	async function add(name: string, body: Buffer): Promise<void> {
		const entry = pack.entry({ name, size: body.length, mode: 0o600 });
		entry.end(body);
		await Promise.race([once(entry, "finish"), failed]);
	}

	return {
		async table(database, name, text) {
			const tally = new Tally();
			let part: Buffer[] = [];
			let size = 0;
			let number = 0;
			const flush = async () => {
				const label = String(++number).padStart(6, "0");
				await add(
					`${database}/${name}.copy.${label}.gz`,
					await compress(Buffer.concat(part)),
				);
				part = [];
				size = 0;
			};
			for await (const chunk of text) {
				tally.add(chunk);
				part.push(Buffer.from(chunk));
				size += chunk.length;
				if (size >= PART_BYTES) await flush();
			}
			if (size > 0) await flush();
			return tally.result;
		},
		async finish(manifest) {
			const text = JSON.stringify({ format: FORMAT, ...manifest }, null, 2);
			await add(MANIFEST, Buffer.from(text));
			const closed = once(output, "close");
			pack.finalize();
			await Promise.race([closed, failed]);
			const handle = await open(file, "r+");
			await handle.sync().finally(() => handle.close());
		},
		abort() {
			pack.destroy();
			output.destroy();
			return failure;
		},
	};
}

/** The text of each table in the order of the file, in parts. */
async function* partsOf(
	file: string,
	onManifest: (text: Buffer) => void,
): AsyncGenerator<{ database: string; table: string; text: Buffer }> {
	const extract = tar.extract();
	const input = createReadStream(file);
	input.on("error", (error) => extract.destroy(error));
	input.pipe(extract);
	try {
		for await (const entry of extract) {
			const { name, size = 0 } = entry.header;
			const limit = name === MANIFEST ? MAX_MANIFEST_BYTES : MAX_PART_BYTES;
			if (size > limit) throw damaged(file, `${name} has ${size} bytes`);
			const chunks: Buffer[] = [];
			for await (const chunk of entry) chunks.push(chunk as Buffer);
			const body = Buffer.concat(chunks);
			if (name === MANIFEST) {
				onManifest(body);
				continue;
			}
			const [, database, table] =
				/^([a-z]+)\/([a-z0-9_]+)\.copy\.\d{6}\.gz$/.exec(name) ?? [];
			if (!database || !table)
				throw damaged(file, `it has an unknown entry ${JSON.stringify(name)}`);
			const text = await decompress(body, {
				maxOutputLength: MAX_PART_BYTES,
			}).catch((error: Error) => {
				throw damaged(file, `${name}: ${error.message}`, error);
			});
			yield { database, table, text };
		}
	} finally {
		input.destroy();
	}
}

/** Reads the whole file and compares every table with the manifest. Throws StartupError when it is not a backup, or not whole. */
export async function verifyBackup(file: string): Promise<Manifest> {
	const tallies = new Map<string, Tally>();
	let manifest: Manifest | null = null;
	try {
		const parts = partsOf(file, (text) => {
			manifest = parseManifest(file, text);
		});
		for await (const { database, table, text } of parts) {
			const key = `${database}/${table}`;
			const tally = tallies.get(key) ?? new Tally();
			tallies.set(key, tally);
			tally.add(text);
		}
	} catch (error) {
		if (error instanceof StartupError) throw error;
		const { code, message } = error as { code?: string; message: string };
		if (code === "ENOENT")
			throw new StartupError(`There is no file ${file}. Name a backup.`);
		throw damaged(file, message, error);
	}
	const found = manifest as Manifest | null;
	if (!found) throw damaged(file, `it has no ${MANIFEST} at its end`);
	for (const database of DATABASES)
		for (const { name, ...entry } of found.databases[database].tables) {
			const { rows, bytes, sha256 } = (
				tallies.get(`${database}/${name}`) ?? new Tally()
			).result;
			if (sha256 !== entry.sha256 || rows !== entry.rows)
				throw damaged(
					file,
					`the table ${database}.${name} has ${bytes} bytes and ${formatRows(rows)}, and its checksum or rows are not the manifest's (${entry.bytes} bytes, ${formatRows(entry.rows)})`,
				);
			tallies.delete(`${database}/${name}`);
		}
	const [unlisted] = tallies.keys();
	if (unlisted) throw damaged(file, `its manifest does not list ${unlisted}`);
	return found;
}

/** Hands the text of each table to `load`, in the order of the file. Only for a file that {@link verifyBackup} found whole. */
export async function readTables(
	file: string,
	load: (
		database: DatabaseName,
		table: string,
		text: AsyncIterable<Buffer>,
	) => Promise<void>,
): Promise<void> {
	const parts = partsOf(file, () => {});
	let next = await parts.next();
	while (!next.done) {
		const { database, table } = next.value;
		async function* texts() {
			while (
				!next.done &&
				next.value.database === database &&
				next.value.table === table
			) {
				yield next.value.text;
				next = await parts.next();
			}
		}
		await load(database as DatabaseName, table, texts());
	}
}

function parseManifest(file: string, text: Buffer): Manifest {
	let value: unknown;
	try {
		value = JSON.parse(text.toString("utf8"));
	} catch (error) {
		throw damaged(file, `${MANIFEST}: ${(error as Error).message}`);
	}
	const { format } = (value ?? {}) as { format?: unknown };
	if (typeof format === "number" && format > FORMAT)
		throw new StartupError(
			`The backup ${file} was written by a newer Treeline (format ${format}; this one reads ${FORMAT}). Restore it with that version.`,
		);
	const [fault] = Value.Errors(Manifest, value);
	if (fault)
		throw damaged(file, `${MANIFEST}: ${fault.path}: ${fault.message}`);
	return value as Manifest;
}

/** @param cause what was thrown, which distinguishes a file that cannot be read from one that is damaged */
function damaged(file: string, why: string, cause?: unknown): StartupError {
	return new StartupError(
		`The backup ${file} cannot be used: ${why}. Nothing was changed. Take another copy of it, or another backup.`,
		{ cause },
	);
}

/** As `1 row` or `3 rows`. */
export const formatRows = (rows: number): string =>
	rows === 1 ? "1 row" : `${rows} rows`;
