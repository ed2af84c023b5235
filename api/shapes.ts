/** The door for clients: the shapes of the public API, as types. Success is `{ data }`, lists add `meta`, failure is a `Problem`. */

export type { Calls } from "./client-types.ts";
export type {
	Attempt,
	AttemptImport,
	ImportedAttempt,
	NewAttempt,
} from "./modules/attempts/schema.ts";
export type { Session, SessionState } from "./modules/auth/schema.ts";
export type { Challenge } from "./modules/challenges/schema.ts";
export type {
	ChallengeRow,
	LearnerStatus,
	PackDetail,
	PackSummary,
} from "./modules/packs/schema.ts";
export type { FoundChallenge } from "./modules/search/schema.ts";
export type { Settings, StoredSettings } from "./modules/settings/schema.ts";
export type { Problem } from "./server/problem-schema.ts";
