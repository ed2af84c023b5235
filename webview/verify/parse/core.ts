/**
 * The parser core: one WebAssembly module and its memory per process (or per worker).
 * Two starts at once would build two cores, of which the second breaks the languages of the first; hence one promise.
 */
import { Parser } from "#tree-sitter";

/** The one binary that every grammar needs. */
export const coreFile = "web-tree-sitter.wasm";

/** Reads the bytes of one binary by its file name. Rejects with what failed, where, and the next step. */
export type ReadBytes = (fileName: string) => Promise<Uint8Array>;

// Part of the language's platform everywhere this runs, though not of its standard library's types.
declare const WebAssembly: {
	Memory: new (pages: {
		initial: number;
		maximum: number;
	}) => { readonly buffer: ArrayBuffer };
};

const mebibyte = 1_048_576;
const pages = (mebibytes: number) => mebibytes * 16;

let memory: InstanceType<typeof WebAssembly.Memory> | null = null;
let started: Promise<void> | null = null;

/** Starts the core at most once: it cannot be started again. A failed start is forgotten and may be repeated. */
export function startCore(readBytes: ReadBytes): Promise<void> {
	started ??= readBytes(coreFile)
		.then((wasmBinary) => {
			memory = new WebAssembly.Memory({
				initial: pages(32),
				maximum: pages(1024),
			});
			// The file name must be answered although the bytes are given: a blob worker has no address to resolve it against.
			const locateFile = (name: string) => name;
			return Parser.init({ wasmBinary, wasmMemory: memory, locateFile });
		})
		.catch((problem) => {
			started = null;
			throw problem;
		});
	return started;
}

/** The core's memory as it is now; it is another buffer once it has grown. */
export function coreMemory(): ArrayBuffer {
	if (!memory) throw new Error("The parser core has not been started");
	return memory.buffer;
}

/** Size of the core's memory in bytes; it grows and never shrinks. Zero before the start. */
export const heapBytes = () => memory?.buffer.byteLength ?? 0;

/**
 * True when a query has taken so much memory that its matches could exhaust the process once they are read out. A heap that is
 * full grows by a fifth at once, however little is needed; that alone says nothing of the query.
 */
export function memoryWatch(): () => boolean {
	const limit = heapBytes() * 1.25 + 16 * mebibyte;
	return () => heapBytes() > limit;
}
