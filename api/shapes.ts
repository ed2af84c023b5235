/** The door for clients: the shapes of the public API, as types. Success is `{ data }`, lists add `meta`, failure is a `Problem`. */
export type {
	Attempt,
	AttemptImport,
	ImportedAttempt,
	NewAttempt,
} from "./attempts/model.ts";
export type { Session, SessionState } from "./auth/model.ts";
export type { Calls } from "./calls.ts";
export type { Challenge } from "./challenges/model.ts";
export type { Problem } from "./http/problem.ts";
export type {
	ChallengeRow,
	LearnerStatus,
	PackDetail,
	PackSummary,
} from "./packs/model.ts";
export type { FoundChallenge } from "./search/model.ts";
export type { Settings, StoredSettings } from "./settings/model.ts";
