/** In-memory host for tests: no network, storage or worker. */

import type {
	Challenge,
	NewAttempt,
	PackDetail,
	PackSummary,
} from "@treeline/api/client-types";
import type { Verifier } from "@treeline/verify/worker";
import { t } from "../l10n/l10n.ts";
import {
	ApiError,
	type ChallengeKey,
	type Host,
	type LocalAttempt,
	type LocalAttempts,
} from "./host.ts";
import { createDrafts, createProgressStore } from "./local-records.ts";
import { filterPacks } from "./local-search.ts";
import { noAccount } from "./no-account.ts";
import { pageOf } from "./pack-list.ts";
import { createSettings } from "./settings.ts";
import { signal } from "./signal.ts";
import { createStorage } from "./storage.ts";

export interface MemoryHostOptions {
	packs?: PackDetail[];
	challenges?: Challenge[];
	/** Whether the service takes attempts. */
	signedIn?: boolean;
	verifier: Verifier;
}

/** A {@link Host} over the given packs; `recorded` collects the attempts it was handed. */
export function createMemoryHost(
	options: MemoryHostOptions,
): Host & { recorded: NewAttempt[] } {
	const { packs = [], challenges = [], verifier } = options;
	const storage = createStorage(null);
	const recorded: NewAttempt[] = [];
	return {
		recorded,
		catalogue: {
			packs: async (filter = {}) =>
				filterPacks(packs satisfies PackSummary[], filter),
			list: async (query) =>
				pageOf(filterPacks(packs, query), query.page, packs),
			pack: async (slug) =>
				found(
					packs.find((pack) => pack.slug === slug),
					slug,
				),
			challenge: async (key) =>
				found(
					challenges.find(
						(each) => each.packSlug === key.pack && each.slug === key.challenge,
					),
					key.challenge,
				),
		},
		verifier,
		files: createDrafts(storage),
		progress: createProgressStore(storage),
		attempts: {
			async record(attempt) {
				recorded.push(attempt);
				return options.signedIn ? "sent" : "local";
			},
			send: async () => {},
			onAccount: async () => [],
			filesOf: async () => null,
		},
		localAttempts: keepInMemory(),
		accountDrafts: null,
		offlinePacks: null,
		disputes: null,
		account: noAccount,
		service: null,
		settings: createSettings(storage),
		records: createStorage(null),
		studio: null,
		author: null,
		learnerRevision: signal(0),
		notices: signal([]),
		reload: () => {},
	};
}

function found<Value>(value: Value | undefined, slug: string): Value {
	if (value !== undefined) return value;
	throw new ApiError(
		"not_found",
		t("There is no “{0}”.", slug),
		t("Choose from the list of packs."),
		404,
	);
}

/** Keeps attempts in memory. */
function keepInMemory(): LocalAttempts {
	const nameOf = ({ pack, challenge }: ChallengeKey) => `${pack}/${challenge}`;
	const kept: { name: string; attempt: LocalAttempt }[] = [];
	return {
		list: async (key) =>
			kept
				.filter(({ name }) => name === nameOf(key))
				.map(({ attempt }) => attempt)
				.sort((one, other) => (one.at < other.at ? 1 : -1)),
		all: async () =>
			kept.map(({ name, attempt }) => ({ ...attempt, challenge: name })),
		keep: async (key, attempt) => {
			kept.push({ name: nameOf(key), attempt });
		},
	};
}
