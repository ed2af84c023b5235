/**
 * The page's interface to everything outside it: network, storage, workers. A browser tab, a VS Code panel and the tests each
 * implement it; the page does not know which one it has. The theme (`app/theme`) is the exception: it is read before the first paint.
 */
import type {
	Challenge,
	Dispute,
	NewAttempt,
	NewDispute,
	PackDetail,
	PackSummary,
	Session,
	SessionState,
} from "@treeline/api/client-types";
import type { FileEntry, Location } from "@treeline/verify/shapes";
import type { Check, Verifier } from "@treeline/verify/worker";
import type { ApiCaller } from "./api-caller.ts";
import type { ChallengeDigest } from "./challenge-digest.ts";
import type { ChallengeHits } from "./local-search.ts";
import type { PackFilter, PackList, PackQuery } from "./pack-list.ts";
import type { SettingsStore } from "./settings.ts";
import type { ChallengeKey, Progress } from "./shapes.ts";
import type { RecordStorage } from "./storage.ts";
import type { AuthorAccess, StudioStore } from "./studio.ts";

export type { ChallengeKey, Progress } from "./shapes.ts";

export type Stop = () => void;

export interface Host {
	readonly catalogue: Catalogue;
	readonly verifier: Verifier;
	readonly files: Files;
	readonly progress: ProgressStore;
	readonly attempts: Attempts;
	/** Null where the editor around the page holds the files. */
	readonly localAttempts: LocalAttempts | null;
	/** Drafts that follow a signed-in learner to another device, loaded when first used; null where the page does not hold the files. */
	readonly accountDrafts: (() => Promise<AccountDrafts>) | null;
	/** Null where the page is not used without a network. */
	readonly offlinePacks: OfflinePacks | null;
	/** Null where the page cannot send any. */
	readonly disputes: Disputes | null;
	readonly account: Account;
	/** Null where the page has no screens for accounts and classes. */
	readonly service: Service | null;
	readonly settings: SettingsStore;
	/** Records of this browser that belong to no learner, such as an author's unsaved edits. */
	readonly records: Records;
	/** The pack that an editor around the page holds for the studio; null elsewhere. */
	readonly studio: StudioStore | null;
	/** The author's packs by the editor around the page; null elsewhere, where the studio calls the service itself. */
	readonly author: AuthorAccess | null;
	/** Rises when cached answers about the learner are out of date: another user is signed in, or queued results were sent. */
	readonly learnerRevision: ReadableSignal<number>;
	/** Conditions that the learner should know of, such as full storage or unsent results. */
	readonly notices: ReadableSignal<readonly Notice[]>;
	/** Loads the page anew, in its newest version. */
	reload(): void;
}

/** JSON records by key. */
export type Records = Pick<RecordStorage, "read" | "write" | "remove" | "keys">;

/** A value with change notification. */
export interface ReadableSignal<Value> {
	read(): Value;
	watch(listener: () => void): Stop;
}

/** Reads of the public API. Each rejects with an {@link ApiError}. */
export interface Catalogue {
	/** All packs that fit `filter`. */
	packs(filter?: PackFilter): Promise<PackSummary[]>;
	/** One page of the packs. */
	list(query: PackQuery): Promise<PackList>;
	/** Challenges whose title, tags or task hold all words of `text`, the best first. Absent where packs are not chosen in the page. */
	findChallenges?(text: string): Promise<ChallengeHits>;
	pack(slug: string): Promise<PackDetail>;
	challenge(key: ChallengeKey): Promise<Challenge>;
}

/** Packs that the learner keeps for use without a network. */
export interface OfflinePacks {
	of(slug: string): ReadableSignal<OfflinePack>;
	/** Stores the pack's challenges and grammars, those of now where they are stored already. Never rejects. */
	keep(slug: string): Promise<void>;
	remove(slug: string): Promise<void>;
}

export type OfflinePack =
	| { state: "unknown" | "none" }
	/** `done` of `total` challenges are stored; `total` is 0 until it is known. */
	| { state: "saving"; done: number; total: number }
	| { state: "kept"; bytes: number }
	| { state: "failed"; reason: "full" | "unreachable" };

/** The learner's files: held by the page's own editor, or by the editor that hosts the page. */
export type Files = PageFiles | HostFiles;

export interface PageFiles {
	readonly edits: "page";
	/** The saved draft; null when nothing differs from the starter. */
	draft(key: ChallengeKey): FileEntry[] | null;
	keep(key: ChallengeKey, files: FileEntry[]): void;
	discard(key: ChallengeKey): void;
	/** The files that the last reset replaced; null when there are none to restore. */
	previous(key: ChallengeKey): FileEntry[] | null;
	/** Keeps `files` as the ones to restore, in place of those kept before; null = none. */
	keepPrevious(key: ChallengeKey, files: FileEntry[] | null): void;
	/** The challenge as it was when the draft was begun; null when there is no draft. */
	begun(key: ChallengeKey): ChallengeDigest | null;
	noteBegun(key: ChallengeKey, challenge: ChallengeDigest): void;
	/** Notifies of changes that another tab saved. */
	watch(listener: () => void): Stop;
}

/** The page has no editor then: it shows prompt, checks and hints, and reads the files from its host. */
export interface HostFiles {
	readonly edits: "host";
	current(key: ChallengeKey): Promise<FileEntry[]>;
	reveal(key: ChallengeKey, location: Location): void;
	/** Puts the starter back; the host offers its own undo. */
	reset(key: ChallengeKey): Promise<void>;
	watch(key: ChallengeKey, listener: () => void): Stop;
	/** Reports a verification result that is shown, so that the editor can mark the files. */
	onVerified(key: ChallengeKey, files: FileEntry[], check: Check): void;
	/** Registers the handlers of the editor's commands while the screen of `key` is mounted. */
	registerHostCommands(
		key: ChallengeKey,
		actions: {
			/** Resolves once the result can be seen; `summary` is the sentence that is announced. */
			verify(): Promise<{ summary: string; passed: boolean }>;
			showHint(): { shown: number; of: number };
			/** Resolves once the explanation is shown; rejects where the host has none. */
			showExplanation(): Promise<void>;
			/** Reads the challenge anew. */
			refresh(): unknown;
		},
	): Stop;
}

/** The signal's value changes with each change; read the content through the methods. */
export interface ProgressStore extends ReadableSignal<unknown> {
	of(key: ChallengeKey): Progress;
	/** Merges `change` in; a status only ever rises. */
	note(key: ChallengeKey, change: Partial<Progress>): Progress;
	/** Challenges of a pack that are passed here. */
	passedIn(pack: string): ReadonlySet<string>;
	/** Packs of which a challenge was attempted or passed here. */
	packsBegun(): ReadonlySet<string>;
	/** The challenge that was opened last; null = none, or the editor knows. */
	lastOpened(): OpenedChallenge | null;
	noteOpened(challenge: OpenedChallenge): void;
}

/** A challenge that was opened, with what a link to it shows. */
export interface OpenedChallenge {
	key: ChallengeKey;
	title: string;
	packName: string;
	next: { slug: string; title: string } | null;
}

export interface Attempts {
	/**
	 * Queues an attempt. Resolves once it is stored, not once it is sent; unsent attempts are retried.
	 * `sent`: the service or the editor has it. `local`: there is no account to send it to.
	 * `refused`: it will never be accepted, and a notice says why.
	 */
	record(
		attempt: QueuedAttempt,
	): Promise<"sent" | "waiting" | "local" | "refused">;
	/** Sends queued attempts now. Never rejects: failures become notices. */
	send(): Promise<void>;
	/** The account's latest attempts at a challenge that have files, newest first; none when signed out. Rejects with an {@link ApiError}. */
	onAccount(challengeId: string): Promise<AccountAttempt[]>;
	/** The files of one of those; null when the account does not keep them any more. Rejects with an {@link ApiError}. */
	filesOf(id: string): Promise<FileEntry[] | null>;
}

/** An attempt that the account keeps. */
export interface AccountAttempt {
	/** The service's id, for `filesOf`. */
	id: string;
	/** Null when it was made by a client that gives none. */
	clientAttemptId: string | null;
	/** When it was made (ISO 8601). */
	at: string;
	passed: boolean;
}

/** Attempts with their files. Each promise rejects when the browser refuses its storage. */
export interface LocalAttempts {
	/** Those of the current learner, newest first. */
	list(key: ChallengeKey): Promise<LocalAttempt[]>;
	/** Those of the current learner at all challenges, in no order. */
	all(): Promise<KeptAttempt[]>;
	/** Keeps an attempt, in place of the oldest where there are many. */
	keep(key: ChallengeKey, attempt: LocalAttempt): Promise<void>;
}

/** An attempt with the name of its challenge, `<pack>/<challenge>`. */
export type KeptAttempt = LocalAttempt & { challenge: string };

export interface LocalAttempt {
	/** The `clientAttemptId`. */
	id: string;
	/** When it was made (ISO 8601). */
	at: string;
	passed: boolean;
	/** Whether a syntax error withheld its checks; absent in attempts that earlier versions kept. */
	hasSyntaxError?: boolean;
	/** How many checks passed; absent in attempts that earlier versions kept. */
	checks?: { passed: number; total: number };
	/** How many hints were shown by then; absent in attempts that earlier versions kept. */
	hintsUsed?: number;
	/** Whether the learner gave up with it. */
	gaveUp?: boolean;
	files: FileEntry[];
}

/**
 * The signed-in learner's drafts on the account. What this browser and the account had in common last is kept, so that neither
 * overwrites a change of the other that it has not seen. Each promise rejects with an {@link ApiError}.
 */
export interface AccountDrafts {
	/** Compares the saved draft with the account's. */
	pull(key: ChallengeKey, challengeId: string): Promise<AccountDraft>;
	/** Sends the saved draft where it was changed. */
	push(
		key: ChallengeKey,
		challengeId: string,
		challengeVersion: number | undefined,
	): Promise<AccountDraft>;
	/** Whether the saved draft has a change that the account does not have. */
	isChanged(key: ChallengeKey): boolean;
	/** Takes note of when the draft was changed. */
	noteEdit(key: ChallengeKey): void;
	/** The saved draft is the account's now. */
	accept(key: ChallengeKey, draft: OtherDraft): void;
	/** The saved draft is to replace the account's, which the learner has seen. */
	overrule(key: ChallengeKey, draft: OtherDraft): void;
}

/** How the account's draft stands to the saved one: none is there, both are the same, it alone was changed, or both were. */
export type AccountDraft = { state: "none" | "same" } | OtherDraft;

/** A draft of another device. */
export interface OtherDraft {
	state: "newer" | "conflict";
	files: FileEntry[];
	revision: string;
	/** When it was stored (ISO 8601). */
	at: string;
	/** Whether it was changed after the saved one. */
	isNewer: boolean;
}

/** An attempt with the id that makes sending it idempotent. */
export type QueuedAttempt = NewAttempt & { clientAttemptId: string };

/** Answers that the learner holds to be right, although checks refuse them. */
export interface Disputes {
	/** Whether there is an account to send them from, now or after a sign-in. */
	isOffered(): boolean;
	/** Sends a dispute, or keeps it to be sent later, exactly once. Never rejects. */
	send(dispute: QueuedDispute): Promise<DisputeOutcome>;
	/** The learner's disputes at a challenge, newest first; none when signed out. Rejects with an {@link ApiError}. */
	at(challenge: Challenge): Promise<Dispute[]>;
	/** Signs in, where the editor around the page does that; null where the page links to the sign-in. */
	readonly signIn: (() => void) | null;
}

/** A dispute with the id that makes sending it idempotent. */
export type QueuedDispute = NewDispute & {
	challengeId: string;
	clientDisputeId: string;
};

export type DisputeOutcome =
	| { state: "sent" }
	/** Kept in this browser or editor until the learner signs in, the service is there, or its limit of a day allows more. */
	| { state: "waiting"; for: "sign-in" | "service" | "limit" }
	/** It will never be accepted, and is not kept. */
	| { state: "refused"; error: ApiError };

export interface Notice {
	/** A new notice replaces the one with the same id. */
	id: string;
	text: string;
	/** A warning unless it says otherwise. */
	tone?: "success" | "info" | "warning";
	/** Actions to offer, in order. */
	offers?: readonly ("sign-in" | "sign-out" | "send" | "settings" | "reload")[];
}

/** Who is signed in. Nobody is a normal state, not an error. */
export type SignedIn =
	/** The user remembered in this browser; null = none. */
	| { state: "loading"; localUser: { id: string; name: string } | null }
	| { state: "out" }
	| { state: "in"; user: NonNullable<SessionState["user"]> }
	/** The session expired; local records still belong to this user. */
	| { state: "ended"; localUser: { id: string; name: string } }
	/** A moderator has blocked the account. */
	| {
			state: "blocked";
			reason: string;
			localUser: { id: string; name: string } | null;
	  }
	/** Signed out, and the service has no identity provider. */
	| { state: "unavailable" }
	| { state: "unknown"; error: ApiError };

/** The learner's account. Its promises reject with an {@link ApiError}. */
export interface Account {
	/** Whether the page shows sign-in. */
	readonly offered: boolean;
	readonly state: ReadableSignal<SignedIn>;
	/** Reads the session again. Never rejects. */
	ask(): Promise<void>;
	/** URL of the sign-in flow that returns to `returnTo`, a path of the page. */
	signInAddress(returnTo: string): string;
	/** Signs out; the learner's local records are hidden until they sign in again. */
	signOut(): Promise<void>;
	sessions(): Promise<SessionRow[]>;
	endSession(id: string): Promise<void>;
	endOtherSessions(): Promise<void>;
	/** Ends all sessions, this one included: signed out everywhere. */
	endAllSessions(): Promise<void>;
}

/** The service for screens whose code is loaded later, with their own calls. */
export interface Service {
	readonly call: ApiCaller;
	/** Where the API is mounted, without a slash at its end. */
	readonly base: string;
	/** Sends a request of any kind; rejects with an {@link ApiError} unless it is a success. */
	fetchSuccess(url: string, init: RequestInit): Promise<Response>;
	/** Rejects where its code cannot be loaded. */
	localWork(): Promise<LocalWork>;
}

/** What this browser keeps of the learner. */
export interface LocalWork {
	/** Id of the learner whose records the page shows; null when anonymous. */
	owner(): string | null;
	/** Sends what the account does not have yet, and answers how much of each kind it still does not have. Never rejects. */
	sendUnsent(): Promise<Unsent>;
	/** Removes all that is kept of this learner, in every tab. Rejects when the browser refuses its storage. */
	remove(id: string): Promise<void>;
}

/** How much of the learner's work is in this browser only. */
export interface Unsent {
	attempts: number;
	drafts: number;
	disputes: number;
	/** Challenges of the studio with unsaved edits. */
	studioEdits: number;
}

/** A browser or editor in which the learner is signed in. */
export type SessionRow = Session;

/** A request that failed: what happened, a stable code, and what to do next. */
export class ApiError extends Error {
	constructor(
		readonly code: string,
		/** What happened, in one sentence. */
		readonly detail: string,
		/** What the reader can do about it; empty where `detail` says it. */
		readonly nextStep: string,
		/** HTTP status; 0 when no answer arrived. */
		readonly status: number,
		/** Seconds to wait before the next try, where the service says so. */
		readonly retryAfter: number | null = null,
		/** Codes of the fields that the service refuses (`errors` of a problem document). */
		readonly fields: readonly string[] = [],
		/** Where in the request's body they are, as JSON pointers that begin with `#`; in their order. */
		readonly pointers: readonly string[] = [],
	) {
		super(`${detail} ${nextStep}`.trim());
		this.name = "ApiError";
	}
}
