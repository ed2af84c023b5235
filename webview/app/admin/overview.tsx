/** What waits for moderators, whether the service is well, and its limits. */
import type { ModerationOverview } from "@treeline/api/client-types";
import { Fragment } from "preact";
import { useCallback } from "preact/hooks";
import type { Health } from "../../host/moderation.ts";
import { formatNumber, plural, t } from "../../l10n/l10n.ts";
import { useRead } from "../account/use-read.ts";
import { Failure } from "../elements/failure.tsx";
import { formatBytes } from "../elements/format.ts";
import { Icon } from "../elements/icon.tsx";
import { InlineCode } from "../elements/inline-code.tsx";
import { addressOf } from "../router.ts";
import { Command } from "./command.tsx";
import type { PartProps } from "./part.ts";

export function Overview({ moderation }: PartProps) {
	const { load, retry } = useRead(
		useCallback(
			() => Promise.all([moderation.overview(), moderation.health()]),
			[moderation],
		),
	);
	if (load.state === "loading") return <p role="status">{t("Loading…")}</p>;
	if (load.state === "failed")
		return (
			<Failure
				title={t("The overview could not be loaded")}
				detail={load.error.detail}
				nextStep={load.error.nextStep}
				onRetry={retry}
			/>
		);
	const [overview, health] = load.value;
	return (
		<>
			<ul class="admin-rows admin-waiting">
				<li>
					<a href={`${addressOf.admin}/packs?show=waiting`}>
						{plural(overview.waitingPacks, {
							one: "{0} pack waits for approval",
							other: "{0} packs wait for approval",
						})}
					</a>
				</li>
				<li>
					<a href={`${addressOf.admin}/disputes`}>
						{plural(overview.openDisputes, {
							one: "{0} open dispute",
							other: "{0} open disputes",
						})}
					</a>
				</li>
			</ul>
			<section class="admin-section" aria-labelledby="admin-health">
				<h2 id="admin-health">{t("Health")}</h2>
				<HealthList health={health} />
				<MissingRights rights={overview.missingRights} />
				<p>
					<button type="button" class="button" onClick={retry}>
						{t("Check again")}
					</button>
				</p>
			</section>
			<section class="admin-section" aria-labelledby="admin-chat">
				<h2 id="admin-chat">{t("Chat")}</h2>
				<ChatState
					model={overview.languageModel}
					llmCheck={health?.checks.llm}
				/>
			</section>
			<section class="admin-section" aria-labelledby="admin-limits">
				<h2 id="admin-limits">{t("Limits")}</h2>
				<Limits overview={overview} />
			</section>
		</>
	);
}

function HealthList({ health }: { health: Health | null }) {
	if (!health) return <p>{t("The service’s health cannot be read.")}</p>;
	return (
		<>
			<p>
				{health.status === "ready"
					? t("The service is ready.")
					: t("The service is not well: {0}", health.status)}
			</p>
			<ul class="admin-checks">
				{Object.entries(health.checks).map(([name, state]) => (
					<li key={name} class={`admin-check-${state}`}>
						<Icon name={state === "ok" ? "check" : "alert"} />
						<code>{name}</code>
						{state === "ok" ? t("works") : t("does not work")}
					</li>
				))}
			</ul>
		</>
	);
}

/** Why replicas run no reads, and what mends it. */
const MissingRights = ({
	rights,
}: {
	rights: ModerationOverview["missingRights"];
}) =>
	rights.map(({ name, grant }) => (
		<Fragment key={name}>
			<p>
				{t(
					"The replicas of the database “{0}” run no reads: its user may not ask how far they are. Run this there on the primary, as its superuser:",
					name,
				)}
			</p>
			<Command>{grant}</Command>
		</Fragment>
	));

/** Whether the chat can answer, and which setting to correct if not. `llmCheck` is what readiness says, of a chat that is set up. */
function ChatState({
	model: { state, model, fault },
	llmCheck,
}: {
	model: ModerationOverview["languageModel"];
	llmCheck: "ok" | "error" | undefined;
}) {
	const isUnset =
		state === "unset" || (state === "elsewhere" && llmCheck === undefined);
	const works =
		llmCheck !== "error" && (state === "reachable" || state === "elsewhere");
	return (
		<>
			<ul class="admin-checks">
				<li
					class={
						isUnset ? undefined : works ? "admin-check-ok" : "admin-check-error"
					}
				>
					<Icon name={isUnset ? "dash" : works ? "check" : "alert"} />
					{isUnset
						? t("not set up")
						: works
							? t("set up, and works")
							: t("set up, and does not work")}
					{model !== null && <code>{model}</code>}
				</li>
			</ul>
			<p>
				<InlineCode text={chatAdvice(isUnset, works, state, fault ?? "")} />
			</p>
		</>
	);
}

function chatAdvice(
	isUnset: boolean,
	works: boolean,
	state: ModerationOverview["languageModel"]["state"],
	fault: string,
): string {
	if (isUnset)
		return t(
			"The chat answers nobody. `LLM_BASE_URL` and `LLM_MODEL` name a language model, and `LLM_API_KEY` is its key; restart the service then.",
		);
	if (works) return t("The language model’s provider answers.");
	switch (state) {
		case "key_refused":
			return t(
				"The language model’s provider refuses the key ({0}). Correct `LLM_API_KEY` and restart the service.",
				fault,
			);
		case "unreachable":
			return t(
				"The language model’s provider cannot be reached ({0}). Start it, or correct `LLM_BASE_URL` and restart the service.",
				fault,
			);
		case "failing":
			return t(
				"The language model’s provider answers with an error ({0}), at the address of `LLM_BASE_URL`.",
				fault,
			);
		default:
			return t(
				"The last replies failed, and the language model is left alone for half a minute. See the service’s log, and whether `LLM_MODEL` and `LLM_API_KEY` are right.",
			);
	}
}

function Limits({ overview }: { overview: ModerationOverview }) {
	const { publishing, authorQuotas, classQuotas, limitsPerMinute } = overview;
	const set = [
		[
			t("Who may show packs to others"),
			"PUBLISHING",
			publishingText(publishing),
		],
		[
			t("Packs of an account"),
			"AUTHOR_MAX_PACKS",
			formatNumber(authorQuotas.packs),
		],
		[
			t("Size of an account’s packs"),
			"AUTHOR_MAX_BYTES",
			formatBytes(authorQuotas.bytes),
		],
		[
			t("Size of the files of an account’s attempts"),
			"ATTEMPT_FILES_MAX_BYTES",
			formatBytes(overview.attemptFileBytes),
		],
		[
			t("Classes of an account"),
			"CLASS_MAX_CLASSES",
			formatNumber(classQuotas.classes),
		],
		[
			t("Learners in a class"),
			"CLASS_MAX_MEMBERS",
			formatNumber(classQuotas.members),
		],
	] as const;
	return (
		<>
			<p>
				{t(
					"Each limit has the name of the environment variable that sets it; the service takes a new value when it starts. Those of requests are fixed.",
				)}
			</p>
			<dl class="admin-limits">
				{set.map(([name, setting, value]) => (
					<Fragment key={setting}>
						<dt>
							{name} <code>{setting}</code>
						</dt>
						<dd>{value}</dd>
					</Fragment>
				))}
				{Object.entries(limitsPerMinute).map(([name, most]) => (
					<Fragment key={name}>
						<dt>
							{t("Requests of an account a minute:")} <code>{name}</code>
						</dt>
						<dd>{formatNumber(most)}</dd>
					</Fragment>
				))}
			</dl>
		</>
	);
}

function publishingText(publishing: ModerationOverview["publishing"]): string {
	switch (publishing) {
		case "anyone":
			return t("Anyone who is signed in");
		case "approval":
			return t("Authors; others after a moderator’s approval");
		case "authors":
			return t("Authors only");
	}
}
