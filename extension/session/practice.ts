/** The attempts of each challenge without their files, by which challenges are due again; what an attempt's files need has other limits. */
import type { dueOf, PracticeAttempt } from "@treeline/packs/practice";
import type { QueuedAttempt } from "@treeline/webview/host";
import { createEmitter } from "@treeline/webview/signal";
import type { ChallengeKey } from "../catalog/catalog.ts";
import type { EditorStorage } from "./storage.ts";

export interface Practice {
	/** Adds an attempt; its `challengeId` is `pack/challenge`. */
	add(attempt: QueuedAttempt): void;
	/** The challenges that are due, the longest first. */
	due(now?: Date): Promise<ChallengeKey[]>;
	/** Notifies when attempts were added, or those of earlier windows read. */
	watch(listener: () => void): () => void;
}

/** What the keys of a challenge's attempts begin with. */
const PRACTICE = "practice:";

/** Most attempts of a challenge; those that did not pass go first, the oldest of them before others. */
const MAX_ATTEMPTS = 200;

/** `load` loads the scheduler, which nothing needs before the first attempt. */
export function createPractice(
	storage: Pick<EditorStorage, "read" | "write" | "keys" | "watch">,
	load: () => Promise<{ dueOf: typeof dueOf }>,
): Practice {
	const added = createEmitter();
	const attemptsAt = (key: string) => storage.read(key, areAttempts) ?? [];
	return {
		add({ challengeId, attemptedAt, passed, hintsUsed, gaveUp }) {
			const key = PRACTICE + challengeId;
			const at = attemptedAt ?? new Date().toISOString();
			const all = [
				...attemptsAt(key),
				{ at, passed, hintsUsed, ...(gaveUp && { gaveUp }) },
			];
			const surplus = [...all]
				.sort((one, other) => Number(one.passed) - Number(other.passed))
				.slice(0, Math.max(0, all.length - MAX_ATTEMPTS));
			storage.write(
				key,
				all.filter((each) => !surplus.includes(each)),
			);
			added.emit();
		},
		async due(now = new Date()) {
			const stored = storage
				.keys(PRACTICE)
				.map((key) => [keyOf(key), attemptsAt(key)] as const);
			if (stored.length === 0) return [];
			const { dueOf } = await load();
			return dueOf(stored, now).map(({ challenge }) => challenge);
		},
		watch(listener) {
			const stops = [added.add(listener), storage.watch(listener)];
			return () => {
				for (const stop of stops) stop();
			};
		},
	};
}

function keyOf(stored: string): ChallengeKey {
	const [pack = "", challenge = ""] = stored.slice(PRACTICE.length).split("/");
	return { pack, challenge };
}

const areAttempts = (value: unknown): value is PracticeAttempt[] =>
	Array.isArray(value) &&
	value.every(
		(each) => typeof each?.at === "string" && typeof each.passed === "boolean",
	);
