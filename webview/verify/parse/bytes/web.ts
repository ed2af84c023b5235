/** Grammar bytes over HTTP: what a browser uses, and any other place that is given a URL. */
import type { ReadBytes } from "../core.ts";

const defaultBase = "/tree-sitter/";

/** Reads below a base URL, by default the static path of the specification ("wasmBasePath"). */
export const readerFor =
	(basePath = defaultBase): ReadBytes =>
	(fileName) =>
		fetchBytes(basePath.replace(/\/?$/, "/") + fileName);

/** Fetches one binary; rejects with the address, what came instead, and the next step. */
async function fetchBytes(url: string): Promise<Uint8Array> {
	const response = await fetch(url).catch((problem) => {
		throw new Error(
			`${url} could not be fetched (${problem instanceof Error ? problem.message : String(problem)}); check that wasmBasePath is an address that can be reached from here, absolute when in a blob worker`,
			{ cause: problem },
		);
	});
	const bytes = new Uint8Array(await response.arrayBuffer());
	if (response.ok && isWasm(bytes)) return bytes;
	const type = response.headers.get("content-type") ?? "no content type";
	throw new Error(
		`${url} answered ${response.status} with ${type}, where a WebAssembly binary should be; check wasmBasePath and that the build copied the grammar files there`,
	);
}

/** By its first four bytes: servers answer pages for what they do not have, with a status of success. */
export const isWasm = ([a, b, c, d]: Uint8Array) =>
	a === 0x00 && b === 0x61 && c === 0x73 && d === 0x6d;
