/** The learner's attempts at a challenge: when, with which result, how they differ from the code, and the way back to each. */
import type { FileEntry } from "@treeline/verify/shapes";
import { useEffect, useRef, useState } from "preact/hooks";
import type { LocalAttempt } from "../../host/host.ts";
import { useApp } from "../app.ts";
import { formatMoment } from "../elements/format.ts";
import { Icon } from "../elements/icon.tsx";
import { sameFiles } from "./draft.ts";
import type { Workbench } from "./workbench.ts";

export interface AttemptsProps {
	bench: Workbench;
	onClose(): void;
}

/** An attempt as it is listed; its files are null until they are loaded from the account. */
interface Listed extends Omit<LocalAttempt, "files"> {
	files: FileEntry[] | null;
}

interface List {
	state: "loading" | "ready" | "failed";
	attempts: Listed[];
	/** Why something of the account is missing; null = nothing is. */
	fault: string | null;
}

/** The attempts of this browser, and those of the account that it does not have, newest first. */
function useAttempts(bench: Workbench) {
	const { localAttempts, attempts } = useApp().host;
	const [list, setList] = useState<List>({
		state: "loading",
		attempts: [],
		fault: null,
	});
	const change = (next: (before: List) => Partial<List>) =>
		setList((before) => ({ ...before, ...next(before) }));
	const add = (more: Listed[]) =>
		change((before) => ({ attempts: merge(before.attempts, more) }));
	useEffect(() => {
		const here = localAttempts?.list(bench.key) ?? Promise.resolve([]);
		here.then(
			(kept) => {
				add(kept);
				change(() => ({ state: "ready" }));
			},
			() => change(() => ({ state: "failed" })),
		);
		Promise.all([attempts.onAccount(bench.challengeId), here.catch(() => [])])
			.then(([all, kept]) => {
				// Those that are also here have the id that this browser gave them.
				const known = new Set(kept.map(({ id }) => id));
				const others = all.filter(
					({ clientAttemptId }) => !known.has(clientAttemptId ?? ""),
				);
				add(
					others.map(({ id, at, passed }) => ({ id, at, passed, files: null })),
				);
			})
			.catch((error) => change(() => ({ fault: error.message })));
	}, [bench, localAttempts, attempts]);
	return {
		...list,
		/** The files of an attempt, wherever they are; null when they cannot be had, which is told. */
		async load({ id, files }: Listed): Promise<FileEntry[] | null> {
			if (files) return files;
			try {
				const found = await attempts.filesOf(id);
				if (!found)
					throw new Error("The account does not keep its files any more.");
				change((before) => ({
					fault: null,
					attempts: before.attempts.map((each) =>
						each.id === id ? { ...each, files: found } : each,
					),
				}));
				return found;
			} catch (error) {
				change(() => ({ fault: (error as Error).message }));
				return null;
			}
		},
	};
}

const merge = (some: Listed[], others: Listed[]) =>
	[...some, ...others].sort((one, other) => (one.at < other.at ? 1 : -1));

/** A dialog, open as long as it is mounted. */
export function AttemptsDialog({ bench, onClose }: AttemptsProps) {
	const dialog = useRef<HTMLDialogElement>(null);
	const { state, attempts, fault, load } = useAttempts(bench);
	useEffect(() => dialog.current?.showModal(), []);
	const restore = async (attempt: Listed) => {
		const files = await load(attempt);
		if (!files) return;
		bench.replaceFiles(
			files,
			`The code of ${formatMoment(attempt.at)} is restored.`,
		);
		dialog.current?.close();
		await bench.showKnown();
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
			{fault && (
				<p class="facts" role="alert">
					Attempts of your account could not be loaded. {fault}
				</p>
			)}
			{attempts.length > 0 ? (
				<ol>
					{attempts.map((attempt) => (
						<Attempt
							key={attempt.id}
							attempt={attempt}
							current={bench.files.value}
							onLoad={() => load(attempt)}
							onRestore={() => void restore(attempt)}
						/>
					))}
				</ol>
			) : (
				<p class="facts">{EMPTY[state]}</p>
			)}
		</dialog>
	);
}

const EMPTY: Record<List["state"], string> = {
	loading: "Loading attempts…",
	failed:
		"Your attempts could not be read: this browser blocks site data, or its storage is full.",
	ready:
		"There are no attempts yet. Each answer that you verify is kept here with its files.",
};

interface AttemptProps {
	attempt: Listed;
	/** The code as it is now. */
	current: FileEntry[];
	onLoad(): Promise<unknown>;
	onRestore(): void;
}

function Attempt({ attempt, current, onLoad, onRestore }: AttemptProps) {
	const [isCompared, setCompared] = useState(false);
	const { at, passed, hasSyntaxError, files } = attempt;
	const moment = formatMoment(at);
	const isCurrent = files !== null && sameFiles(files, current);
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
							onClick={() => {
								setCompared(!isCompared);
								if (!isCompared) void onLoad();
							}}
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
			{isCompared && files && !isCurrent && (
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
