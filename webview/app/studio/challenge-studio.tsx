/** One challenge in the studio: what is saved, the parts of the challenge as tabs, and the matrix that all of them change. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { StudioPack } from "../../host/studio.ts";
import { t } from "../../l10n/l10n.ts";
import { announce } from "../announce.ts";
import { useApp } from "../app.ts";
import { Failure } from "../elements/failure.tsx";
import { Icon } from "../elements/icon.tsx";
import { useScreen } from "../screen-hooks.ts";
import { AnswersPane } from "./answers-pane.tsx";
import { checksIn, fieldsOf } from "./checks.ts";
import { ChecksPane } from "./checks-pane.tsx";
import { CodePane } from "./code-pane.tsx";
import type { Editing } from "./editing.ts";
import { LearnerPane } from "./learner-pane.tsx";
import { LearnersPane } from "./server/learners-pane.tsx";
import { SignInAgain } from "./server/signed-in.tsx";
import { TaskPane } from "./task-pane.tsx";
import { useMatrix } from "./use-matrix.ts";

const TABS = [
	"task",
	"code",
	"checks",
	"answers",
	"learner",
	"learners",
] as const;
type TabName = (typeof TABS)[number];

function tabLabel(name: TabName): string {
	switch (name) {
		case "task":
			return t("Task");
		case "code":
			return t("Code");
		case "checks":
			return t("Checks");
		case "answers":
			return t("Answers");
		case "learner":
			return t("As a learner");
		case "learners":
			return t("Learners");
	}
}

export function ChallengeStudio({
	pack,
	editing,
	home,
}: {
	pack: StudioPack;
	editing: Editing;
	/** The address of the pack. */
	home: string;
}) {
	const document = editing.document.value;
	const title = fieldsOf(document).title ?? editing.slug;
	const heading = useScreen(t("{0} · Studio", title));
	const { router } = useApp();
	const [start] = useState(() => startAt(router.search.peek()));
	const [tab, setTab] = useState<TabName>(start.tab);
	const [chosen, setChosen] = useState<string | null>(
		() => start.check ?? checksIn(document)[0]?.place ?? null,
	);
	const [answer, setAnswer] = useState(start.answer);
	const matrix = useMatrix(document, editing.definitions.value, chosen);
	useFileChanges(editing);
	useSaveKey(editing);
	const paneProps = {
		editing,
		document,
		matrix,
		chosen,
		answer,
		onChoose: (place: string | null, id?: string) => {
			setChosen(place);
			if (id !== undefined) setAnswer(id);
		},
		onAnswer: setAnswer,
		onTab: setTab,
	};
	return (
		<div class="studio">
			<header class="studio-head">
				<div class="studio-title">
					<p class="eyebrow">
						<a href={home}>
							<Icon name="previous" />
							{pack.name}
						</a>
					</p>
					<h1 ref={heading} tabIndex={-1}>
						{title}
					</h1>
				</div>
				<SaveBar editing={editing} />
			</header>
			<Problems editing={editing} />
			<Undo editing={editing} />
			<Tabs
				tab={tab}
				names={TABS.filter((name) => name !== "learners" || editing.learners)}
				onTab={setTab}
			/>
			<div
				class={`studio-pane studio-pane-${tab}`}
				id="studio-pane"
				role="tabpanel"
				aria-labelledby={`studio-tab-${tab}`}
			>
				{tab === "task" && <TaskPane {...paneProps} />}
				{tab === "code" && <CodePane {...paneProps} />}
				{tab === "checks" && <ChecksPane {...paneProps} />}
				{tab === "answers" && <AnswersPane {...paneProps} />}
				{tab === "learner" && <LearnerPane {...paneProps} />}
				{tab === "learners" && editing.learners && (
					<LearnersPane {...paneProps} records={editing.learners} />
				)}
			</div>
		</div>
	);
}

/** Where a fault's link leads: the tab, the check and the answer that its pointer is about. */
function startAt(search: string): {
	tab: TabName;
	check: string | null;
	answer: string;
} {
	const pointer = (new URLSearchParams(search).get("at") ?? "")
		.replaceAll("~1", "/")
		.replaceAll("~0", "~");
	const [, check = null] =
		/^#\/assertions\/(perFile\/.+?\/\d+|crossFile\/\d+)(?=\/|$)/.exec(
			pointer,
		) ?? [];
	const [, answer] = /^#\/((?:accepted|rejected)\/\d+)/.exec(pointer) ?? [];
	const tab =
		check || pointer === ""
			? "checks"
			: /^#\/(accepted|rejected)/.test(pointer)
				? "answers"
				: /^#\/(files|scaffold)/.test(pointer)
					? "code"
					: "task";
	return { tab, check, answer: answer ?? "solution" };
}

export interface PaneProps {
	editing: Editing;
	document: Editing["document"]["value"];
	matrix: ReturnType<typeof useMatrix>;
	/** The place of the chosen check. */
	chosen: string | null;
	/** The id of the chosen answer. */
	answer: string;
	onChoose(place: string | null, answer?: string): void;
	onAnswer(id: string): void;
	onTab(tab: TabName): void;
}

function Tabs({
	tab,
	names,
	onTab,
}: {
	tab: TabName;
	names: TabName[];
	onTab(tab: TabName): void;
}) {
	const list = useRef<HTMLDivElement>(null);
	const move = (event: KeyboardEvent) => {
		const at = names.indexOf(tab);
		const next = {
			ArrowLeft: at - 1,
			ArrowRight: at + 1,
			Home: 0,
			End: names.length - 1,
		}[event.key];
		if (next === undefined) return;
		event.preventDefault();
		const name = names[(next + names.length) % names.length] ?? tab;
		onTab(name);
		list.current?.querySelector<HTMLElement>(`#studio-tab-${name}`)?.focus();
	};
	return (
		<div
			class="tabs studio-tabs"
			role="tablist"
			aria-label={t("Parts of the challenge")}
			ref={list}
			onKeyDown={move}
		>
			{names.map((name) => (
				<button
					key={name}
					type="button"
					role="tab"
					class="tab"
					id={`studio-tab-${name}`}
					aria-selected={tab === name}
					aria-controls="studio-pane"
					tabIndex={tab === name ? 0 : -1}
					onClick={() => onTab(name)}
				>
					{tabLabel(name)}
				</button>
			))}
		</div>
	);
}

function SaveBar({ editing }: { editing: Editing }) {
	const isDirty = editing.isDirty.value;
	const isSaving = editing.saving.value;
	return (
		<div class="studio-save">
			<p class="facts" role="status">
				{isSaving ? (
					t("Saving…")
				) : isDirty ? (
					t("Unsaved edits, which a reload keeps")
				) : (
					<>
						<Icon name="check" /> {t("Saved")}
					</>
				)}
			</p>
			<button
				type="button"
				class="button button-quiet"
				disabled={!isDirty || isSaving}
				onClick={() => editing.revert()}
			>
				{t("Discard edits")}
			</button>
			<button
				type="button"
				class="button button-primary"
				disabled={!isDirty || isSaving || editing.onDisk.value !== null}
				aria-keyshortcuts="Control+S"
				onClick={() => void editing.save()}
			>
				{t("Save")}
				<span class="keys" data-keys={t("Ctrl+S")} />
			</button>
		</div>
	);
}

/** What keeps the edits from being saved: other changes on disk, or a refusal. */
function Problems({ editing }: { editing: Editing }) {
	const failure = editing.failure.value;
	return (
		<>
			{editing.onDisk.value && (
				<div class="studio-conflict" role="alert">
					<Icon name="alert" />
					<p>
						{editing.isRemote
							? t(
									"This challenge was changed elsewhere, and you have edits here that are not saved. Which do you want to keep?",
								)
							: t(
									"The files of this challenge have changed on disk, and you have edits here that are not saved. Which do you want to keep?",
								)}
					</p>
					<div class="actions">
						<button
							type="button"
							class="button"
							onClick={() => editing.resolve("mine")}
						>
							{t("Keep my edits")}
						</button>
						<button
							type="button"
							class="button"
							onClick={() => editing.resolve("disk")}
						>
							{editing.isRemote
								? t("Use the other version")
								: t("Use the files")}
						</button>
					</div>
				</div>
			)}
			{failure && (
				<Failure
					title={t("Your edits were not saved")}
					detail={failure.detail}
					nextStep={failure.nextStep}
					{...(failure.kind === "unreachable" && {
						onRetry: () => void editing.save(),
					})}
				>
					{failure.kind === "signed-out" && <SignInAgain />}
				</Failure>
			)}
		</>
	);
}

/** Offers to take back what was removed last. */
function Undo({ editing }: { editing: Editing }) {
	const undoable = editing.undoable.value;
	return (
		<div class="studio-undo" role="status">
			{undoable && (
				<>
					<span>{undoable.text}</span>
					<button
						type="button"
						class="jump"
						onClick={() => {
							editing.undo();
							announce(t("It is back."));
						}}
					>
						{t("Undo")}
					</button>
				</>
			)}
		</div>
	);
}

/** Looks for changes of the files when they are told of, whenever the tab comes back, and now and then. */
function useFileChanges(editing: Editing): void {
	useEffect(() => {
		const look = () => {
			if (document.visibilityState === "visible") void editing.refresh();
		};
		const timer = setInterval(look, editing.lookMs);
		const stop = editing.watch(look);
		document.addEventListener("visibilitychange", look);
		window.addEventListener("focus", look);
		return () => {
			clearInterval(timer);
			stop();
			document.removeEventListener("visibilitychange", look);
			window.removeEventListener("focus", look);
		};
	}, [editing]);
}

function useSaveKey(editing: Editing): void {
	useEffect(() => {
		const onKey = (event: KeyboardEvent) => {
			if (!(event.ctrlKey || event.metaKey) || event.key !== "s") return;
			event.preventDefault();
			void editing.save();
		};
		window.addEventListener("keydown", onKey);
		return () => window.removeEventListener("keydown", onKey);
	}, [editing]);
}
