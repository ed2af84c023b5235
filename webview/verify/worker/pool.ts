/** A pool of verifiers: a slow call does not delay others while a verifier is free. */
import type { Verifier } from "./verifier.ts";

/**
 * Holds at most `most` verifiers and creates one only when all others are busy. Prefers the verifier that was used last, whose
 * grammars are loaded. Waiting calls run first in, first out.
 */
export function pool(most: number, create: () => Verifier): Verifier {
	const idle: Verifier[] = [];
	const all: Verifier[] = [];
	const waiting: ((verifier: Verifier) => void)[] = [];
	let closed = false;

	function acquire(): Verifier | Promise<Verifier> {
		if (closed) throw new Error("The verifier is closed; create another one");
		const free = idle.pop();
		if (free) return free;
		if (all.length >= most)
			return new Promise((resolve) => waiting.push(resolve));
		const added = create();
		all.push(added);
		return added;
	}

	function release(verifier: Verifier) {
		const next = waiting.shift();
		if (next) next(verifier);
		else idle.push(verifier);
	}

	async function withVerifier<Result>(
		use: (verifier: Verifier) => Promise<Result>,
	): Promise<Result> {
		const verifier = await acquire();
		try {
			return await use(verifier);
		} finally {
			release(verifier);
		}
	}

	return {
		check: (assertions, files, options) =>
			withVerifier((verifier) => verifier.check(assertions, files, options)),
		diagnose: (files) => withVerifier((verifier) => verifier.diagnose(files)),
		close() {
			closed = true;
			for (const verifier of all) verifier.close();
		},
	};
}
