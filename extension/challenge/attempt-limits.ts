/** Names of the files of earlier attempts, and how many of one challenge are kept. */
import type { FileEntry } from "@treeline/verify/shapes";

/** Limits for each challenge, in attempts and in bytes. */
export const MAX_ATTEMPTS = 20;
export const MAX_CHALLENGE_BYTES = 1024 * 1024;

/** A file in the folder of a challenge's attempts; its size in bytes. */
export interface StoredFile {
	name: string;
	size: number;
}

/** `<milliseconds>-<digest of the files>.json`: by the names alone attempts are in order, and of the same files known. */
export async function attemptFileName(
	time: number,
	files: readonly FileEntry[],
): Promise<string> {
	const bytes = new TextEncoder().encode(JSON.stringify(files));
	const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
	const hex = Array.from(digest.slice(0, 16), (byte) =>
		byte.toString(16).padStart(2, "0"),
	);
	return `${time}-${hex.join("")}.json`;
}

const NAME = /^(\d+)-([0-9a-f]{32})\.json$/;

/** The names of attempts among `stored`, newest first. Of attempts with the same files the newest is kept, as far as the limits allow. */
export function selectAttempts(stored: readonly StoredFile[]): {
	kept: string[];
	outdated: string[];
} {
	const attempts = stored
		.flatMap(({ name, size }) => {
			const [, time, digest = ""] = NAME.exec(name) ?? [];
			return time ? [{ name, size, time: Number(time), digest }] : [];
		})
		.sort((a, b) => b.time - a.time);
	const digests = new Set<string>();
	const kept: string[] = [];
	const outdated: string[] = [];
	let bytes = 0;
	for (const { name, size, digest } of attempts) {
		if (digests.has(digest)) {
			outdated.push(name);
			continue;
		}
		digests.add(digest);
		bytes += size;
		const fits = kept.length < MAX_ATTEMPTS && bytes <= MAX_CHALLENGE_BYTES;
		(fits ? kept : outdated).push(name);
	}
	return { kept, outdated };
}
