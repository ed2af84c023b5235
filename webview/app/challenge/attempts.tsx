/** The learner's attempts at a challenge: when, with which result, how they differ from the code, and the way back to each. */
import type { FileEntry } from "@treeline/verify/shapes";
import { useEffect, useRef, useState } from "preact/hooks";
import type { KeptAttempt } from "../../host/host.ts";
import { useApp } from "../app.ts";
import { Icon } from "../elements/icon.tsx";
import { sameFiles } from "./draft.ts";
import type { Workbench } from "./workbench.ts";

export interface AttemptsProps {
	bench: Workbench;
	onClose(): void;
}

type Attempts = KeptAttempt[] | "loading" | "failed";

/** With seconds: two attempts within a minute are told apart by nothing else. */
const MOMENT = new Intl.DateTimeFormat(undefined, {
	dateStyle: "medium",
	timeStyle: "medium",
});

/** A dialog, open as long as it is mounted. */
export function AttemptsDialog({ bench, onClose }: AttemptsProps) {
	const { keptAttempts } = useApp().host;
	const dialog = useRef<HTMLDialogElement>(null);
	const [attempts, setAttempts] = useState<Attempts>("loading");
	useEffect(() => {
		dialog.current?.showModal();
		const read = keptAttempts?.list(bench.key) ?? Promise.resolve([]);
		read.then(setAttempts, () => setAttempts("failed"));
	}, [bench, keptAttempts]);
	const restore = (attempt: KeptAttempt) => {
		const moment = MOMENT.format(new Date(attempt.at));
		bench.replaceFiles(attempt.files, `The code of ${moment} is restored.`);
		dialog.current?.close();
	};
	return (
		<dialog
			class="attempts"
			ref={dialog}
			aria-labelledby="attempts-heading"
			onClose={onClose}
		>
			<div class="attempts-head">
				<h2 id="attempts-heading">Attempts</h2>
				<button
					type="button"
					class="button button-quiet"
					onClick={() => dialog.current?.close()}
				>
					Close
				</button>
			</div>
			{typeof attempts === "string" ? (
				<p class="facts">
					{attempts === "loading"
						? "Loading attempts…"
						: "Your attempts could not be read: this browser blocks site data, or its storage is full."}
				</p>
			) : attempts.length === 0 ? (
				<p class="facts">
					There are no attempts yet. Each answer that you verify is kept here
					with its files.
				</p>
			) : (
				<ol>
					{attempts.map((attempt) => (
						<Attempt
							key={attempt.id}
							attempt={attempt}
							current={bench.files.value}
							onRestore={() => restore(attempt)}
						/>
					))}
				</ol>
			)}
		</dialog>
	);
}

interface AttemptProps {
	attempt: KeptAttempt;
	/** The code as it is now. */
	current: FileEntry[];
	onRestore(): void;
}

function Attempt({ attempt, current, onRestore }: AttemptProps) {
	const [isCompared, setCompared] = useState(false);
	const { at, passed, hasSyntaxError, files } = attempt;
	const moment = MOMENT.format(new Date(at));
	const isCurrent = sameFiles(files, current);
	return (
		<li class="attempt">
			<span class={`check-mark ${passed ? "attempt-passed" : "attempt-open"}`}>
				<Icon name={passed ? "check" : "cross"} />
			</span>
			<span>
				{passed ? "Passed" : hasSyntaxError ? "Syntax error" : "Not yet"}
			</span>
			<time class="facts" dateTime={at}>
				{moment}
			</time>
			<span class="actions">
				{isCurrent ? (
					<span class="facts">Your code as it is now</span>
				) : (
					<>
						<button
							type="button"
							class="button button-quiet"
							aria-expanded={isCompared}
							onClick={() => setCompared(!isCompared)}
						>
							Compare
							<span class="unseen"> the attempt of {moment}</span>
						</button>
						<button
							type="button"
							class="button button-quiet"
							onClick={onRestore}
						>
							Restore
							<span class="unseen"> the attempt of {moment}</span>
						</button>
					</>
				)}
			</span>
			{isCompared && !isCurrent && (
				<Comparison attempt={files} current={current} moment={moment} />
			)}
		</li>
	);
}

interface ComparisonProps {
	attempt: FileEntry[];
	current: FileEntry[];
	/** When the attempt was made, in words. */
	moment: string;
}

/** Each file that differs: as the attempt had it on the left, as it is now on the right. */
function Comparison({ attempt, current, moment }: ComparisonProps) {
	const before = new Map(attempt.map(({ path, content }) => [path, content]));
	const now = new Map(current.map(({ path, content }) => [path, content]));
	const paths = [...new Set([...before.keys(), ...now.keys()])];
	return (
		<div class="comparison">
			<p class="comparison-sides">
				<span>Attempt of {moment}</span>
				<span>Your code now</span>
			</p>
			{paths
				.filter((path) => before.get(path) !== now.get(path))
				.map((path) => (
					<FileComparison
						key={path}
						path={path}
						before={before.get(path) ?? ""}
						now={now.get(path) ?? ""}
						moment={moment}
					/>
				))}
		</div>
	);
}

interface FileComparisonProps {
	path: string;
	before: string;
	now: string;
	moment: string;
}

function FileComparison({ path, before, now, moment }: FileComparisonProps) {
	const parent = useRef<HTMLDivElement>(null);
	const [failed, setFailed] = useState(false);
	useEffect(() => {
		let close: (() => void) | null = null;
		let isClosed = false;
		import("./editor/comparison.ts")
			.then(({ showComparison }) => {
				if (!isClosed && parent.current)
					close = showComparison(parent.current, [
						{ name: `Attempt of ${moment}`, path, text: before },
						{ name: "Your code now", path, text: now },
					]);
			})
			.catch(() => setFailed(true));
		return () => {
			isClosed = true;
			close?.();
		};
	}, [path, before, now, moment]);
	return (
		<>
			<h3 class="eyebrow">{path}</h3>
			<div class="comparison-file" ref={parent} />
			{failed && (
				<p class="facts">
					The comparison could not be loaded. Check your connection, then try
					again.
				</p>
			)}
		</>
	);
}
