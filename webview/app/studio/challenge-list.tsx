/** The pack's challenges in their order, and the result of validating them. */
import type { StudioChange } from "@treeline/packs/format";
import { useEffect, useId, useState } from "preact/hooks";
import {
	StudioError,
	type StudioPack,
	type StudioStore,
	type StudioValidation,
} from "../../host/studio.ts";
import { plural, t } from "../../l10n/l10n.ts";
import { announce } from "../announce.ts";
import { useApp } from "../app.ts";
import { Failure } from "../elements/failure.tsx";
import { difficultyName } from "../elements/format.ts";
import { Icon } from "../elements/icon.tsx";
import { InlineCode } from "../elements/inline-code.tsx";
import { addressOf } from "../router.ts";
import { useScreen } from "../screen-hooks.ts";
import { ChallengeActions } from "./challenge-actions.tsx";
import { draftsIn } from "./editing.ts";
import { findingTranslator } from "./finding-text.ts";
import { type DetailField, detailAt, PackDetails } from "./pack-details.tsx";
import { PackPublication } from "./server/pack-publication.tsx";

export function ChallengeList({
	pack: read,
	store,
}: {
	pack: StudioPack;
	store: StudioStore;
}) {
	const [pack, setPack] = useState(read);
	const [error, setError] = useState<StudioError | null>(null);
	const { host, router } = useApp();
	const [asked, ask] = useState(() => {
		const query = new URLSearchParams(router.search.peek());
		const field = detailAt(query.get("at") ?? "");
		return field && { field };
	});
	const change = async (what: StudioChange): Promise<boolean> => {
		setError(null);
		try {
			setPack(await store.change(what));
			return true;
		} catch (problem) {
			if (!(problem instanceof StudioError)) throw problem;
			setError(problem);
			if (problem.kind === "changed") setPack(await store.pack());
			return false;
		}
	};
	useEffect(
		() => store.watch?.(() => void store.pack().then(setPack, () => undefined)),
		[store],
	);
	const linkTo = (slug: string) =>
		`${store.address}/${encodeURIComponent(slug)}`;
	const paths = pack.challenges.map(({ path }) => path);
	const move = (at: number, by: -1 | 1) => {
		const order = [...paths];
		order.splice(at + by, 0, ...order.splice(at, 1));
		void change({ order });
	};
	const heading = useScreen(t("Studio: {0}", pack.name));
	const drafts = draftsIn(host.records, pack.folder);
	return (
		<div class="column studio-pack">
			<header class="studio-pack-head">
				<p class="eyebrow">
					{store.publishing ? (
						<a href={addressOf.studio}>
							<Icon name="previous" />
							{t("Your packs")}
						</a>
					) : (
						t("Studio")
					)}
				</p>
				<h1 ref={heading} tabIndex={-1}>
					{pack.name}
				</h1>
				<PackDetails
					pack={pack}
					isRemote={store.publishing !== null}
					asked={asked}
					onChange={async (details) => {
						try {
							setPack(await store.change(details));
						} catch (problem) {
							if (problem instanceof StudioError && problem.kind === "changed")
								setPack(await store.pack());
							throw problem;
						}
					}}
				/>
				{store.publishing === null && (
					<p class="facts">
						<code>{pack.folder}</code>
					</p>
				)}
			</header>
			{pack.faults.map((fault) => (
				<Failure
					key={fault}
					title={t("The pack has a fault")}
					detail={fault}
					nextStep=""
				/>
			))}
			{pack.challenges.length === 0 ? (
				<p>{t("This pack has no challenge yet. Make the first one below.")}</p>
			) : (
				<ol class="studio-list">
					{pack.challenges.map((one, at) => (
						<li key={one.path}>
							<h2>
								<a href={linkTo(one.slug)}>{one.title}</a>
							</h2>
							{drafts.has(one.path) && (
								<span class="studio-unsaved">{t("Unsaved edits")}</span>
							)}
							<p class="facts">
								{one.fault ? (
									<span class="studio-wrong-text">
										<Icon name="alert" /> <InlineCode text={one.fault} />
									</span>
								) : (
									[
										difficultyName(one.difficulty),
										plural(one.checks, {
											one: "{0} check",
											other: "{0} checks",
										}),
										t("{0} accepted", one.accepted),
										t("{0} rejected", one.rejected),
									].join(" · ")
								)}
							</p>
							<ChallengeActions
								challenge={one}
								hasDraft={drafts.has(one.path)}
								isRemote={store.publishing !== null}
								isFirst={at === 0}
								isLast={at + 1 === paths.length}
								onMove={(by) => move(at, by)}
								onChange={change}
								onDone={(text) => {
									heading.current?.focus();
									announce(text);
								}}
							/>
						</li>
					))}
				</ol>
			)}
			{error && <Failure detail={error.detail} nextStep={error.nextStep} />}
			<NewChallenge onMake={(slug) => change({ slug })} />
			<Validation
				pack={pack}
				store={store}
				linkTo={linkTo}
				onDetail={(field) => ask({ field })}
			/>
			{store.publishing && pack.publication && (
				<PackPublication
					name={pack.name}
					publication={pack.publication}
					publishing={store.publishing}
					onChange={setPack}
				/>
			)}
		</div>
	);
}

/** A title or a name as part of an address. */
export const slugFrom = (title: string): string =>
	title
		.normalize("NFKD")
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, "-")
		.replace(/^-+|-+$/g, "");

/** Makes a small valid challenge from the template of the pack's language. */
function NewChallenge({ onMake }: { onMake(slug: string): Promise<boolean> }) {
	const [title, setTitle] = useState("");
	const id = useId();
	const slug = slugFrom(title);
	return (
		<form
			class="studio-field"
			onSubmit={(event) => {
				event.preventDefault();
				if (slug) void onMake(slug).then((made) => made && setTitle(""));
			}}
		>
			<label class="studio-label" for={id}>
				{t("A new challenge")}
			</label>
			<div class="actions">
				<input
					id={id}
					placeholder={t("Total the Cart")}
					value={title}
					onInput={({ currentTarget }) => setTitle(currentTarget.value)}
				/>
				<button type="submit" class="button" disabled={slug === ""}>
					{t("Create")}
				</button>
			</div>
		</form>
	);
}

type State =
	| { state: "idle" | "running" }
	| { state: "done"; result: StudioValidation }
	| { state: "failed"; error: StudioError };

/** Validates what is saved, and links each fault to its challenge. */
function Validation({
	pack,
	store,
	linkTo,
	onDetail,
}: {
	pack: StudioPack;
	store: StudioStore;
	linkTo(slug: string): string;
	onDetail(field: DetailField): void;
}) {
	const [now, set] = useState<State>({ state: "idle" });
	const run = async () => {
		set({ state: "running" });
		try {
			const [result, translate] = await Promise.all([
				store.validate(),
				findingTranslator(),
			]);
			for (const one of result.files.flatMap(({ findings }) => findings))
				one.detail = translate(one.detail);
			set({ state: "done", result });
		} catch (error) {
			if (!(error instanceof StudioError)) throw error;
			set({ state: "failed", error });
		}
	};
	return (
		<section class="studio-validation" aria-labelledby="validation-heading">
			<h2 id="validation-heading">{t("Validation")}</h2>
			<p class="facts">
				{t(
					"Your solution and the accepted answers must pass every check, the starter and each rejected answer must miss one. This looks at what is saved.",
				)}
			</p>
			<button
				type="button"
				class="button"
				disabled={now.state === "running"}
				onClick={() => void run()}
			>
				{now.state === "running" ? t("Validating…") : t("Validate the pack")}
			</button>
			<div role="status">
				{now.state === "failed" && (
					<Failure
						detail={now.error.detail}
						nextStep={now.error.nextStep}
						onRetry={() => void run()}
					/>
				)}
				{now.state === "done" && (
					<Findings
						pack={pack}
						result={now.result}
						linkTo={linkTo}
						home={store.address}
						onDetail={onDetail}
					/>
				)}
			</div>
		</section>
	);
}

/** What findings about the pack itself are under: a service's has no file. */
const MANIFEST = new Set(["", "pack.json"]);

function Findings({
	pack,
	result,
	linkTo,
	home,
	onDetail,
}: {
	pack: StudioPack;
	result: StudioValidation;
	linkTo(slug: string): string;
	/** The address of the pack. */
	home: string;
	onDetail(field: DetailField): void;
}) {
	if (result.files.length === 0)
		return (
			<p class="studio-fine">
				<Icon name="check" /> {t("Everything is in order.")}
			</p>
		);
	const slugOf = (path: string) =>
		pack.challenges.find(
			(one) => path === one.path || `${path}.json` === one.path,
		)?.slug;
	return (
		<>
			<p>
				{plural(result.errors, { one: "{0} error", other: "{0} errors" })},{" "}
				{plural(result.warnings, {
					one: "{0} warning",
					other: "{0} warnings",
				})}
			</p>
			<ul class="studio-findings">
				{result.files.flatMap(({ path, findings }) =>
					findings.map((one) => {
						const slug = slugOf(path);
						const detail = MANIFEST.has(path) ? detailAt(one.pointer) : null;
						const at = `?at=${encodeURIComponent(one.pointer)}`;
						const place = `${one.file}${one.line === null ? "" : `:${one.line}`}`;
						return (
							<li key={`${place}${one.detail}`}>
								{slug ? (
									<a href={linkTo(slug) + at}>{place}</a>
								) : detail ? (
									<a
										href={home + at}
										onClick={(event) => {
											event.preventDefault();
											onDetail(detail);
										}}
									>
										{place}
									</a>
								) : (
									<code>{place}</code>
								)}
								<span>
									<InlineCode text={one.detail} />
								</span>
							</li>
						);
					}),
				)}
			</ul>
		</>
	);
}
