/** The learner's attempts at a challenge: when, with which result, how they differ from the code, and the way back to each. */
import type { FileEntry } from "@treeline/verify/shapes";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { LocalAttempt } from "../../host/host.ts";
import { t } from "../../l10n/l10n.ts";
import { useApp } from "../app.ts";
import { Dialog } from "../elements/dialog.tsx";
import { formatMoment } from "../elements/format.ts";
import { Icon, type IconName } from "../elements/icon.tsx";
import { Comparison } from "./comparison-view.tsx";
import { sameFiles } from "./draft.ts";
import type { Workbench } from "./workbench.ts";

export interface AttemptsProps {
	bench: Workbench;
	/** Whether it opens at the starter, compared with the code as it is. */
	atStarter: boolean;
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
					throw new Error(
						t("Your account no longer has the files of this attempt."),
					);
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
export function AttemptsDialog({ bench, atStarter, onClose }: AttemptsProps) {
	const { state, attempts, fault, load } = useAttempts(bench);
	const restore = async (attempt: Listed, close: () => void) => {
		const files = await load(attempt);
		if (!files) return;
		bench.replaceFiles(
			files,
			t("The code of {0} is restored.", formatMoment(attempt.at)),
		);
		close();
		await bench.showKnown();
	};
	return (
		<Dialog title={t("Attempts")} size="wide" onClose={onClose}>
			{(close) => (
				<>
					{fault && (
						<p class="facts" role="alert">
							{t("Attempts of your account could not be loaded.")} {fault}
						</p>
					)}
					{attempts.length === 0 && <p class="facts">{emptyText(state)}</p>}
					<ol>
						{attempts.map((attempt) => (
							<Attempt
								key={attempt.id}
								attempt={attempt}
								current={bench.files.value}
								onLoad={() => load(attempt)}
								onRestore={() => void restore(attempt, close)}
							/>
						))}
						<Starter
							bench={bench}
							isOpen={atStarter}
							onReset={() => {
								bench.reset();
								close();
							}}
						/>
					</ol>
				</>
			)}
		</Dialog>
	);
}

function emptyText(state: List["state"]): string {
	switch (state) {
		case "loading":
			return t("Loading attempts…");
		case "failed":
			return t(
				"Your attempts could not be read: this browser blocks site data, or its storage is full.",
			);
		case "ready":
			return t(
				"There are no attempts yet. Each answer that you verify is kept here with its files.",
			);
	}
}

interface AttemptProps {
	attempt: Listed;
	/** The code as it is now. */
	current: FileEntry[];
	onLoad(): Promise<unknown>;
	onRestore(): void;
}

function Attempt({ attempt, current, onLoad, onRestore }: AttemptProps) {
	const { at, passed, files } = attempt;
	const moment = formatMoment(at);
	return (
		<Row
			icon={passed ? "check" : "cross"}
			mark={passed ? "attempt-passed" : "attempt-open"}
			state={stateOf(attempt)}
			name={t("the attempt of {0}", moment)}
			title={t("Attempt of {0}", moment)}
			files={files}
			current={current}
			onCompare={() => void onLoad()}
			onRestore={onRestore}
		>
			<time class="facts" dateTime={at}>
				{moment}
			</time>
		</Row>
	);
}

function stateOf({ passed, hasSyntaxError, checks }: Listed): string {
	if (passed) return t("Passed");
	if (hasSyntaxError) return t("Syntax error");
	return checks
		? t("Not yet: {0} of {1}", checks.passed, checks.total)
		: t("Not yet");
}

interface StarterProps {
	bench: Workbench;
	/** Whether it is compared at first. */
	isOpen: boolean;
	onReset(): void;
}

/** The last row: what one began with. */
function Starter({ bench, isOpen, onReset }: StarterProps) {
	return (
		<Row
			icon="reset"
			mark="attempt-starter"
			state={t("Starter")}
			name={t("the starter")}
			title={t("Starter")}
			files={bench.starter}
			current={bench.files.value}
			isOpen={isOpen}
			onRestore={onReset}
		/>
	);
}

interface RowProps {
	icon: IconName;
	mark: string;
	state: string;
	/** Which code it is, in the names of the buttons. */
	name: string;
	/** The same above its code. */
	title: string;
	/** Null until they are loaded. */
	files: FileEntry[] | null;
	current: FileEntry[];
	isOpen?: boolean;
	onCompare?(): void;
	onRestore(): void;
	children?: ComponentChildren;
}

/** Code from before: what became of it, how it differs from the code as it is, and the way back to it. */
function Row({ isOpen = false, files, current, ...row }: RowProps) {
	const [isCompared, setCompared] = useState(isOpen);
	const compare = useRef<HTMLButtonElement>(null);
	useEffect(() => {
		// After the dialog is open, which sets the focus itself.
		if (isOpen) requestAnimationFrame(() => compare.current?.focus());
	}, []);
	const isCurrent = files !== null && sameFiles(files, current);
	return (
		<li class="attempt">
			<span class={`check-mark ${row.mark}`}>
				<Icon name={row.icon} />
			</span>
			<span>{row.state}</span>
			{row.children}
			<span class="actions">
				{isCurrent ? (
					<span class="facts">{t("Your code as it is now")}</span>
				) : (
					<>
						<button
							type="button"
							class="button button-quiet"
							ref={compare}
							aria-expanded={isCompared}
							onClick={() => {
								setCompared(!isCompared);
								if (!isCompared) row.onCompare?.();
							}}
						>
							{isCompared ? t("Hide") : t("Compare")}
							<span class="unseen"> {row.name}</span>
						</button>
						<button
							type="button"
							class="button button-quiet"
							onClick={row.onRestore}
						>
							{t("Restore")}
							<span class="unseen"> {row.name}</span>
						</button>
					</>
				)}
			</span>
			{isCompared && files && !isCurrent && (
				<Comparison before={files} current={current} title={row.title} />
			)}
		</li>
	);
}
