/**
 * What the page in an editor's panel and the editor around it say to each other. The page's questions are declared as shapes,
 * because the editor checks them: a panel shows what packs wrote, and a message may come from anywhere inside it.
 */
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import type {
	Challenge,
	Dispute,
	PackDetail,
	PackSummary,
} from "@treeline/api/client-types";
import {
	FileEntry,
	Location,
	ParseDiagnostic,
	VerificationResult,
} from "@treeline/verify/shapes";
import type { ApiError, DisputeOutcome } from "./host.ts";
import type { SettingName, SettingValues } from "./settings.ts";
import { ChallengeKey, Progress } from "./shapes.ts";

export { ChallengeKey, type Progress } from "./shapes.ts";
export type { Dispute };

const closed = { additionalProperties: false };

/** What the page's own engine found, as `@treeline/verify/worker` answers it. */
const Check = Type.Object(
	{
		result: VerificationResult,
		diagnostics: Type.Record(Type.String(), Type.Array(ParseDiagnostic)),
		milliseconds: Type.Number({ minimum: 0 }),
	},
	closed,
);

/** An attempt as the page makes it, at a challenge that is named as the editor names it. */
const Attempt = Type.Object(
	{
		challengeId: Type.String({ minLength: 3, maxLength: 401 }),
		clientAttemptId: Type.String({ pattern: "^[0-9a-f-]{36}$" }),
		passed: Type.Boolean(),
		files: Type.Array(FileEntry, { maxItems: 50 }),
		hintsUsed: Type.Integer({ minimum: 0 }),
		timeSeconds: Type.Integer({ minimum: 0 }),
		attemptedAt: Type.String({ maxLength: 40 }),
	},
	closed,
);
export type PanelAttempt = Static<typeof Attempt>;

/** An answer that the learner holds to be right, at a challenge that is named as the editor names it. */
const PanelDispute = Type.Object(
	{
		challengeId: Attempt.properties.challengeId,
		clientDisputeId: Attempt.properties.clientAttemptId,
		files: Type.Array(FileEntry, { minItems: 1, maxItems: 50 }),
		failed: Type.Array(
			Type.Object(
				{
					check: Type.Union([Type.String({ maxLength: 300 }), Type.Null()]),
					message: Type.String({ maxLength: 2000 }),
				},
				closed,
			),
			{ minItems: 1, maxItems: 200 },
		),
		note: Type.Optional(Type.String({ maxLength: 1000 })),
	},
	closed,
);
export type PanelDispute = Static<typeof PanelDispute>;

/** A `DisputeOutcome` whose error is plain data. */
export type PanelDisputeOutcome =
	| Exclude<DisputeOutcome, { state: "refused" }>
	| {
			state: "refused";
			error: Pick<ApiError, "code" | "detail" | "nextStep" | "status">;
	  };

/** The page asks the editor: what each question takes. */
export const questions = {
	/** The page stands and hears; answers what to show first. */
	ready: Type.Null(),
	packs: Type.Null(),
	pack: Type.Object({ slug: ChallengeKey.properties.pack }, closed),
	challenge: ChallengeKey,
	/** The files as the editor has them now, saved or not. */
	files: ChallengeKey,
	/** Shows a place in a file, in the editor. */
	reveal: Type.Object({ key: ChallengeKey, location: Location }, closed),
	reset: ChallengeKey,
	/** Goes to another screen: a challenge opens as files, a pack is shown in the tree. */
	go: Type.Object({ path: Type.String({ maxLength: 500 }) }, closed),
	note: Type.Object(
		{ key: ChallengeKey, change: Type.Partial(Progress, closed) },
		closed,
	),
	/** What a verification found, for the editor's own diagnostics. */
	judged: Type.Object(
		{ key: ChallengeKey, files: Type.Array(FileEntry), check: Check },
		closed,
	),
	/** Keeps an attempt, which is sent when somebody is signed in. */
	attempt: Attempt,
	/** Sends an answer that the learner holds to be right, or keeps it until it can be sent. */
	dispute: PanelDispute,
	/** The learner's disputes at a challenge; none when signed out. */
	disputes: ChallengeKey,
	/** Signs in through the editor. */
	signIn: Type.Null(),
} satisfies Record<string, TSchema>;

type Questions = typeof questions;

/** What the editor's settings say of feedback, by the names of the page's settings. */
export type PanelSettings = Pick<
	SettingValues,
	Extract<SettingName, `feedback.${string}`>
>;

interface Answers extends Record<keyof Questions, unknown> {
	ready: {
		path: string;
		progress: Record<string, Progress>;
		settings: PanelSettings;
	};
	packs: PackSummary[];
	pack: PackDetail;
	challenge: Challenge;
	files: FileEntry[];
	reveal: null;
	reset: null;
	go: null;
	note: null;
	judged: null;
	attempt: null;
	dispute: PanelDisputeOutcome;
	disputes: Dispute[];
	signIn: null;
}

/** What the editor offers the page. */
export type EditorOffer = {
	[Name in keyof Questions]: {
		takes: Static<Questions[Name]>;
		gives: Answers[Name];
	};
};

/** What the page offers the editor. */
export type PageOffer = {
	/** Shows another screen. */
	show: { takes: { path: string }; gives: null };
	/** Checks the files as they are; resolves once the result stands in the panel. */
	verify: { takes: ChallengeKey; gives: { summary: string; passed: boolean } };
	/** Reveals the next hint; `of` is how many there are. */
	hint: { takes: ChallengeKey; gives: { shown: number; of: number } };
	/** Reads the challenge anew and shows its explanation; an error where there is none. */
	explain: { takes: ChallengeKey; gives: null };
	/** Reads the challenge anew: the learner may read its explanation from now on. */
	refresh: { takes: ChallengeKey; gives: null };
	/** The learner's files have changed in the editor. */
	changed: { takes: ChallengeKey; gives: null };
	/** Progress as the editor keeps it, after a change elsewhere. */
	progress: { takes: Record<string, Progress>; gives: null };
	/** The settings, after a change in the editor. */
	settings: { takes: PanelSettings; gives: null };
};
