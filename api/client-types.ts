/** The public shapes of the API, as types for clients: success is `{ data }`, lists add `meta`, a failure is a `Problem`. Also the type of all calls. */
import type { PlatformModules } from "./pack-and-user-routes.ts";

export type { AccountActivity } from "./modules/account/api-schemas.ts";
export type {
	Attempt,
	AttemptImport,
	AttemptWithFiles,
	ImportedAttempt,
	ListedAttempt,
	NewAttempt,
} from "./modules/attempts/api-schemas.ts";
export type {
	Session,
	SessionState,
} from "./modules/auth/session/api-schemas.ts";
export type { AuthorPackSummary } from "./modules/author/api-schemas.ts";
export type { FoundChallenge } from "./modules/challenge-search/api-schemas.ts";
export type {
	ChatMessage,
	ChatSession,
	ChatStatus,
	WholeChatSession,
} from "./modules/chat/api-schemas.ts";
export type {
	Assignment,
	AssignmentDates,
	ChallengeResult,
	ClassChecks,
	ClassMember,
	ClassProgress,
	ClassSummary,
	Invitation,
	JoinedClass,
	LearnerAssignment,
	NewAssignment,
	OwnAssignment,
	TaughtAssignment,
	TaughtClass,
} from "./modules/classes/api-schemas.ts";
export type {
	AdminContentItem,
	ContentHistoryEntry,
	ContentStatus,
} from "./modules/content/api-schemas.ts";
export type {
	Dispute,
	ModeratedDispute,
	NewDispute,
} from "./modules/disputes/api-schemas.ts";
export type { Draft, NewDraft } from "./modules/learner-drafts/api-schemas.ts";
export type {
	Backup,
	BackupCheck,
	ListedAction,
	ModeratedPack,
	ModeratedPackDetail,
	ModeratedUser,
	ModerationOverview,
} from "./modules/moderation/api-schemas.ts";
export type {
	Challenge,
	ChallengeRow,
	LearnerStatus,
	PackDetail,
	PackSummary,
} from "./modules/packs-and-challenges/api-schemas.ts";
export type {
	NewToken,
	PersonalToken,
} from "./modules/personal-tokens/api-schemas.ts";
export type {
	Settings,
	StoredSettings,
} from "./modules/settings/api-schemas.ts";
export type { Problem } from "./server/errors.ts";
export type { Role } from "./server/roles.ts";

type Method = "get" | "post" | "put" | "patch" | "delete";

/** The routes of `Tree` as pairs of a name, `GET /packs/:slug`, and what the route is. */
type Named<Tree, Path extends string = ""> = {
	[Step in keyof Tree & string]: Step extends Method
		? [name: `${Uppercase<Step>} ${Path}`, route: Tree[Step]]
		: Named<Tree[Step], `${Path}/${Step}`>;
}[keyof Tree & string];

type Each = Named<
	PlatformModules["auth"]["~Routes"] & PlatformModules["users"]["~Routes"]
>;

/** Every public route: what it takes, and the body of its success. */
export type Calls = {
	[One in Each as One[0]]: Call<One[1]>;
};

type Call<Route> = Route extends {
	params: infer Params;
	query: infer Query;
	body: infer Body;
	response: infer Answers;
}
	? { params: Params; query: Query; body: Body; answer: Success<Answers> }
	: never;

type Success<Answers> = Answers extends { 200: infer Body }
	? Body
	: Answers extends { 201: infer Body }
		? Body
		: undefined;
