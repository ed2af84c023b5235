/**
 * What a learner has done in a folder: events as lines of JSON in one file, which is only ever added to. Several programs may add to it
 * at once, and a crash costs the line that was being written.
 */
import {
	appendFileSync,
	closeSync,
	fstatSync,
	mkdirSync,
	openSync,
	readSync,
} from "node:fs";
import { join } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { Check } from "@sinclair/typebox/value";
import type { ChallengeKey, Status } from "@treeline/packs/learner-tools";
import { type AssertionSet, FileEntry } from "@treeline/verify/shapes";
import { decideVerdict } from "@treeline/verify/verdict";
import type { Check as Checked } from "@treeline/verify/worker";
import { requireInside } from "../paths.ts";

/** The file's name in the learner's folder. */
export const HISTORY_FILE = ".history.jsonl";

const slug = Type.String({ minLength: 1, maxLength: 200 });
const count = Type.Integer({ minimum: 0 });
const common = {
	/** ISO 8601. */
	at: Type.String({ pattern: "^\\d{4}-\\d\\d-\\d\\dT" }),
	pack: slug,
	challenge: slug,
};

/** A verification; the same files in a row are one attempt. */
const Attempt = Type.Object({
	event: Type.Literal("attempt"),
	...common,
	passed: Type.Boolean(),
	hasSyntaxError: Type.Boolean(),
	/** How many hints were shown by then. */
	hintsUsed: count,
	files: Type.Array(FileEntry),
});
export type Attempt = Static<typeof Attempt>;

const LearnerEvent = Type.Union([
	Attempt,
	Type.Object({ event: Type.Literal("opened"), ...common }),
	Type.Object({ event: Type.Literal("hint"), ...common, number: count }),
	/** Files that a reset, or its undoing, replaced. */
	Type.Object({
		event: Type.Literal("replaced"),
		...common,
		files: Type.Array(FileEntry),
		isUndone: Type.Optional(Type.Boolean()),
	}),
]);
type LearnerEvent = Static<typeof LearnerEvent>;
type EventBody = LearnerEvent extends infer Each
	? Each extends LearnerEvent
		? Omit<Each, keyof typeof common>
		: never
	: never;

/** What the events say of one challenge. */
export interface ChallengeRecord {
	status: Status;
	hintsShown: number;
	/** The oldest first. */
	attempts: Attempt[];
	/** The files that the last reset, or its undoing, replaced; null before the first. */
	replaced: FileEntry[] | null;
	/** Whether the files were reset after the latest attempt: the same answer is a new attempt then. */
	isReset: boolean;
}

export interface History {
	of(key: ChallengeKey): ChallengeRecord;
	/** The challenge that was opened last; null before the first. */
	lastOpened(): ChallengeKey | null;
	/** Rejects when the file cannot be written. */
	add(key: ChallengeKey, event: EventBody): Promise<void>;
}

/** The history in `folder`, which need not exist. What other programs add is read, too; lines that are no events are passed over. */
export function openHistory(folder: string): History {
	const path = join(folder, HISTORY_FILE);
	let records = new Map<string, ChallengeRecord>();
	let lastOpened: ChallengeKey | null = null;
	/** How many bytes are read, whole lines only. */
	let offset = 0;
	let endsInLine = false;
	const recordOf = (key: ChallengeKey) => {
		const name = `${key.pack}/${key.challenge}`;
		const record = records.get(name) ?? {
			status: "not_started",
			hintsShown: 0,
			attempts: [],
			replaced: null,
			isReset: false,
		};
		records.set(name, record);
		return record;
	};
	const apply = (event: LearnerEvent) => {
		const { pack, challenge } = event;
		const record = recordOf({ pack, challenge });
		switch (event.event) {
			case "opened":
				lastOpened = { pack, challenge };
				break;
			case "hint":
				record.hintsShown = Math.max(record.hintsShown, event.number);
				break;
			case "replaced":
				record.replaced = event.files;
				record.isReset = event.isUndone !== true;
				break;
			case "attempt":
				record.attempts.push(event);
				record.isReset = false;
				if (record.status !== "passed")
					record.status = event.passed ? "passed" : "attempted";
		}
	};
	const refresh = () => {
		const added = readFrom(path, offset);
		if (added === null) {
			// It was removed, or made anew.
			if (offset > 0) {
				records = new Map();
				lastOpened = null;
				offset = 0;
				refresh();
			}
			return;
		}
		const end = added.lastIndexOf(0x0a) + 1;
		endsInLine = end < added.length;
		offset += end;
		for (const line of added.subarray(0, end).toString("utf8").split("\n")) {
			const event = parse(line);
			if (event) apply(event);
		}
	};
	return {
		of(key) {
			refresh();
			return recordOf(key);
		},
		lastOpened() {
			refresh();
			return lastOpened;
		},
		async add({ pack, challenge }, event) {
			mkdirSync(folder, { recursive: true });
			await requireInside(folder, HISTORY_FILE);
			refresh();
			const at = new Date().toISOString();
			const line = JSON.stringify({ at, pack, challenge, ...event });
			appendFileSync(path, `${endsInLine ? "\n" : ""}${line}\n`);
			refresh();
		},
	};
}

/** Adds what a verification of `files` found, unless it is the latest attempt once more. */
export async function addAttempt(
	history: History,
	key: ChallengeKey,
	assertions: AssertionSet,
	files: FileEntry[],
	checked: Checked,
): Promise<void> {
	const { passed, faults } = decideVerdict(assertions, checked);
	const { attempts, hintsShown, isReset } = history.of(key);
	const workOf = (work: Pick<Attempt, "passed" | "files">) =>
		JSON.stringify([
			work.passed,
			work.files.map(({ path, content }) => [path, content]),
		]);
	const latest = attempts.at(-1);
	if (latest && !isReset && workOf(latest) === workOf({ passed, files }))
		return;
	await history.add(key, {
		event: "attempt",
		passed,
		hasSyntaxError: faults.length > 0,
		hintsUsed: hintsShown,
		files,
	});
}

/** What `path` has from `offset` on; empty when there is no such file, null when it is shorter. */
function readFrom(path: string, offset: number): Buffer | null {
	let file: number;
	try {
		file = openSync(path, "r");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
		return offset === 0 ? Buffer.alloc(0) : null;
	}
	try {
		const { size } = fstatSync(file);
		if (size < offset) return null;
		const bytes = Buffer.alloc(size - offset);
		const length = readSync(file, bytes, 0, bytes.length, offset);
		return bytes.subarray(0, length);
	} finally {
		closeSync(file);
	}
}

function parse(line: string): LearnerEvent | null {
	try {
		const value: unknown = JSON.parse(line);
		return Check(LearnerEvent, value) ? value : null;
	} catch {
		return null;
	}
}
