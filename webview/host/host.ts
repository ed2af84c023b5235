/**
 * Law: the outside world of the page is this one interface. The page never touches the network, storage or a worker by itself;
 * a browser tab, a VS Code panel and the tests each bring their own `Host`, and the page cannot tell them apart.
 * One thing is the page's own: the choice of theme (`app/theme`), which is read before the first paint, when no host stands yet.
 */
import type {
	Challenge,
	NewAttempt,
	PackDetail,
	PackSummary,
	Session,
	SessionState,
} from "@treeline/api/shapes";
import type { FileEntry, Location } from "@treeline/verify/shapes";
import type { Check, Verifier } from "@treeline/verify/worker";
import type { ChallengeKey, Progress } from "./shapes.ts";

export type { ChallengeKey, Progress } from "./shapes.ts";

export type Stop = () => void;

export interface Host {
	readonly catalogue: Catalogue;
	readonly verifier: Verifier;
	readonly files: Files;
	readonly progress: ProgressBook;
	readonly attempts: Attempts;
	readonly account: Account;
	/** Counts up when what the catalogue tells of the learner has changed by itself: somebody else is signed in, or results arrived late. */
	readonly news: Watched<number>;
	/** What the learner should know about the outside world (storage is full, results wait to be sent), newest state first to last. */
	readonly notices: Watched<readonly Notice[]>;
}

/** Something that has a value now and tells when it changes. */
export interface Watched<Value> {
	read(): Value;
	watch(listener: () => void): Stop;
}

/** Reads of the public API. Each rejects with an {@link ApiError}. */
export interface Catalogue {
	packs(): Promise<PackSummary[]>;
	pack(slug: string): Promise<PackDetail>;
	challenge(key: ChallengeKey): Promise<Challenge>;
}

/** Where the learner's files live: in the page's own editor, or in the editor around the page. */
export type Files = PageFiles | HostFiles;

export interface PageFiles {
	readonly edits: "page";
	/** What the learner has written so far; null when nothing differs from the starter. */
	draft(key: ChallengeKey): FileEntry[] | null;
	keep(key: ChallengeKey, files: FileEntry[]): void;
	discard(key: ChallengeKey): void;
	/** The files that the last reset replaced; null when there are none to restore. */
	previous(key: ChallengeKey): FileEntry[] | null;
	/** Keeps `files` as the ones to restore, in place of those kept before; null = none. */
	keepPrevious(key: ChallengeKey, files: FileEntry[] | null): void;
	/** Hears of what another tab wrote. */
	watch(listener: () => void): Stop;
}

/** The page then has no editor: it shows prompt, checks and hints, and asks its host for the files. */
export interface HostFiles {
	readonly edits: "host";
	current(key: ChallengeKey): Promise<FileEntry[]>;
	reveal(key: ChallengeKey, location: Location): void;
	/** Puts the starter back; the host offers its own undo. */
	reset(key: ChallengeKey): Promise<void>;
	watch(key: ChallengeKey, listener: () => void): Stop;
	/** A verdict on these files is shown; the editor marks them with it. */
	judged(key: ChallengeKey, files: FileEntry[], check: Check): void;
	/** While the screen of `key` stands, the editor's own commands are done by it. */
	obey(
		key: ChallengeKey,
		actions: {
			/** Resolves once the result can be seen; `summary` is the sentence that is also spoken. */
			verify(): Promise<{ summary: string; passed: boolean }>;
			showHint(): { shown: number; of: number };
		},
	): Stop;
}

/** As a watched value it is another one after each change; what it says is asked by the methods. */
export interface ProgressBook extends Watched<unknown> {
	of(key: ChallengeKey): Progress;
	/** Merges `change` in; a status only ever rises. */
	note(key: ChallengeKey, change: Partial<Progress>): Progress;
	/** Challenges of a pack that are passed here. */
	passedIn(pack: string): ReadonlySet<string>;
}

export interface Attempts {
	/**
	 * Hands an attempt over for keeping. It returns once the attempt is safe, not once it is sent: what cannot be sent now waits
	 * and is sent later. `sent`: whoever tells of challenges (the service, the editor) has it. `local`: nobody else is to have it.
	 * `refused`: nobody will ever take it, and a notice says why.
	 */
	record(
		attempt: QueuedAttempt,
	): Promise<"sent" | "waiting" | "local" | "refused">;
	/** Sends what waits, without waiting for the next try. Never rejects: what stands in the way is a notice. */
	send(): Promise<void>;
}

/** An attempt under an id of its own, by which it is stored once, however often it is sent. */
export type QueuedAttempt = NewAttempt & { clientAttemptId: string };

export interface Notice {
	/** A notice that is raised again under the same id takes the place of the former. */
	id: string;
	text: string;
	/** A warning unless it says otherwise. */
	tone?: "success" | "info" | "warning";
	/** What can be done about it, in order. */
	offers?: readonly ("sign-in" | "sign-out" | "send")[];
}

/** Who is signed in. Nobody is a normal state, not an error. */
export type SignedIn =
	/** Whose work the page shows meanwhile; null = nobody's. */
	| { state: "asking"; person: { id: string; name: string } | null }
	| { state: "out" }
	| { state: "in"; user: NonNullable<SessionState["user"]> }
	/** The session ended by itself; what is kept here is still this person's. */
	| { state: "ended"; person: { id: string; name: string } }
	/** An administrator has blocked the account; what is kept here is still this person's, where it is known who that is. */
	| {
			state: "blocked";
			reason: string;
			person: { id: string; name: string } | null;
	  }
	/** Nobody is, and the service has no identity provider to sign in by. */
	| { state: "unavailable" }
	| { state: "unknown"; error: ApiError };

/** The learner's account. Its promises reject with an {@link ApiError}. */
export interface Account {
	/** Whether the page shows sign-in: an editor has its own, and a service may have none. */
	readonly offered: boolean;
	readonly state: Watched<SignedIn>;
	/** Asks the service again. Never rejects. */
	ask(): Promise<void>;
	/** Where the browser goes to sign in and come back to `returnTo`, a path of the page. */
	signInAddress(returnTo: string): string;
	/** Signs out here; what the browser keeps of the learner is out of sight until they sign in again. */
	signOut(): Promise<void>;
	sessions(): Promise<SessionRow[]>;
	endSession(id: string): Promise<void>;
	endOtherSessions(): Promise<void>;
	/** Ends all sessions, this one included: signed out everywhere. */
	endAllSessions(): Promise<void>;
}

/** A browser or editor in which the learner is signed in. */
export type SessionRow = Session;

/** A request that failed: what happened, a stable code, and what to do next. */
export class ApiError extends Error {
	constructor(
		readonly code: string,
		/** What happened, in one sentence. */
		readonly detail: string,
		/** What the reader can do about it. */
		readonly nextStep: string,
		/** HTTP status; 0 when no answer arrived. */
		readonly status: number,
		/** Seconds to wait before the next try, where the service says so. */
		readonly retryAfter: number | null = null,
		/** Codes of the fields that the service refuses (`errors` of a problem document). */
		readonly fields: readonly string[] = [],
	) {
		super(`${detail} ${nextStep}`);
		this.name = "ApiError";
	}
}
