/** The author's packs of the service: the list, and a new one. */
import type { AuthorPackSummary } from "@treeline/api/client-types";
import { LANGUAGES, PLACEHOLDERS } from "@treeline/packs/studio-in-page";
import { useCallback, useId, useState } from "preact/hooks";
import { type AuthorCaller, StudioError } from "../../../host/studio.ts";
import { plural, t } from "../../../l10n/l10n.ts";
import { useApp } from "../../app.ts";
import { Failure } from "../../elements/failure.tsx";
import { displayName, formatMoment } from "../../elements/format.ts";
import { addressOf } from "../../router.ts";
import { useScreen } from "../../screen-hooks.ts";
import { slugFrom } from "../challenge-list.tsx";
import { useLoaded } from "../use-loaded.ts";
import { addressOfPack } from "./author-pack.ts";
import { ImportPack } from "./import-pack.tsx";
import { visibilityName } from "./pack-publication.tsx";
import { SignInAgain } from "./signed-in.tsx";
import { asStudioError } from "./studio-errors.ts";

/** Longest page of the list that the service gives. */
const MAX_PACKS = 100;

export function OwnPacks({
	call,
	userName,
}: {
	call: AuthorCaller;
	userName: string;
}) {
	const load = useCallback(
		() =>
			asStudioError(async () => {
				const query = { limit: MAX_PACKS };
				return (await call("GET /author/packs", { query })).data;
			}),
		[call],
	);
	const { value: packs, error, retry } = useLoaded(load);
	const heading = useScreen(t("Your packs"));
	return (
		<div class="column studio-pack">
			<header class="studio-pack-head">
				<p class="eyebrow">{t("Studio")}</p>
				<h1 ref={heading} tabIndex={-1}>
					{t("Your packs")}
				</h1>
				<p class="lead">
					{t(
						"Packs of challenges that you write. Nobody else sees one until you publish it.",
					)}
				</p>
			</header>
			{error && (
				<Failure
					title={t("Your packs could not be loaded")}
					detail={error.detail}
					nextStep={error.nextStep}
					onRetry={retry}
				>
					{error.kind === "signed-out" && <SignInAgain />}
				</Failure>
			)}
			{!packs && !error && <p role="status">{t("Loading your packs…")}</p>}
			{packs && <PackList packs={packs} />}
			{packs && <NewPack call={call} userName={userName} />}
			{packs && <ImportPack call={call} />}
		</div>
	);
}

function PackList({ packs }: { packs: AuthorPackSummary[] }) {
	if (packs.length === 0)
		return (
			<div class="empty">
				<p class="empty-title">{t("You have no packs yet")}</p>
				<p>{t("Make the first one below.")}</p>
			</div>
		);
	return (
		<ul class="studio-list">
			{packs.map((pack) => (
				<li key={pack._id}>
					<h2>
						<a href={addressOfPack(pack.slug)}>{pack.name}</a>
					</h2>
					{pack.takenDownAt !== null && (
						<span class="studio-wrong-text">{t("Taken down")}</span>
					)}
					{pack.requestedVisibility !== null &&
						(pack.refusedReason === null ? (
							<span class="studio-unsaved">{t("Waiting for approval")}</span>
						) : (
							<span class="studio-wrong-text">{t("Refused")}</span>
						))}
					<p class="facts">
						{[
							visibilityName(pack.visibility),
							displayName(pack.language),
							plural(pack.challengeCount, {
								one: "{0} challenge",
								other: "{0} challenges",
							}),
							t("changed {0}", formatMoment(pack.updatedAt)),
						].join(" · ")}
					</p>
				</li>
			))}
		</ul>
	);
}

function NewPack({ call, userName }: { call: AuthorCaller; userName: string }) {
	const { router } = useApp();
	const id = useId();
	const [name, setName] = useState("");
	const [language, setLanguage] = useState<string>(LANGUAGES[0]);
	const [working, setWorking] = useState(false);
	const [error, setError] = useState<StudioError | null>(null);
	const slug = slugFrom(name);
	const create = async () => {
		if (working || slug === "") return;
		setWorking(true);
		setError(null);
		try {
			await asStudioError(() =>
				call("POST /author/packs", {
					body: {
						name: name.trim(),
						...{ slug, language },
						description: PLACEHOLDERS.description,
						version: "1.0.0",
						author: userName || PLACEHOLDERS.author,
						tags: [],
					},
				}),
			);
			router.go(addressOfPack(slug));
		} catch (problem) {
			if (!(problem instanceof StudioError)) throw problem;
			setError(problem);
			setWorking(false);
		}
	};
	return (
		<section class="studio-validation" aria-labelledby={id}>
			<h2 id={id}>{t("A new pack")}</h2>
			<form
				class="studio-row-fields"
				onSubmit={(event) => {
					event.preventDefault();
					void create();
				}}
			>
				<div class="studio-field">
					<label class="studio-label" for={`${id}-name`}>
						{t("Name")}
					</label>
					<input
						id={`${id}-name`}
						maxLength={200}
						placeholder={t("First Sums")}
						value={name}
						aria-describedby={error ? `${id}-error` : undefined}
						onInput={({ currentTarget }) => setName(currentTarget.value)}
					/>
				</div>
				<div class="studio-field">
					<label class="studio-label" for={`${id}-language`}>
						{t("Language")}
					</label>
					<select
						id={`${id}-language`}
						value={language}
						onChange={({ currentTarget }) => setLanguage(currentTarget.value)}
					>
						{LANGUAGES.map((one) => (
							<option key={one} value={one}>
								{displayName(one)}
							</option>
						))}
					</select>
				</div>
				<button type="submit" class="button" disabled={slug === "" || working}>
					{working ? t("Creating…") : t("Create")}
				</button>
			</form>
			{slug !== "" && (
				<p class="facts">
					{t("Its address:")} <code>{addressOf.pack(slug)}</code>
				</p>
			)}
			<div id={`${id}-error`}>
				{error && <Failure detail={error.detail} nextStep={error.nextStep} />}
			</div>
		</section>
	);
}
