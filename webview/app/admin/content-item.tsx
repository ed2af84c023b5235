/** One content item: its JSON to edit, and its history to compare with and to restore. */
import { useCallback, useRef, useState } from "preact/hooks";
import type {
	ContentAdmin,
	ContentRow,
	ContentVersion,
	ItemChange,
	ReadItem,
} from "../../host/content-admin.ts";
import { ADMIN_PAGE_SIZE } from "../../host/moderation.ts";
import { t } from "../../l10n/l10n.ts";
import { asApiError, useRead } from "../account/use-read.ts";
import { announce } from "../announce.ts";
import { Failure } from "../elements/failure.tsx";
import { formatMoment } from "../elements/format.ts";
import { InlineCode } from "../elements/inline-code.tsx";
import { addressOf } from "../router.ts";
import { ActionButton, Fault, useAction } from "./action-button.tsx";
import { ConfirmButton } from "./confirm-dialog.tsx";
import { ItemState } from "./content-state.tsx";
import { focusRefused, JsonFields, jsonFault } from "./json-fields.tsx";
import { Pager } from "./pager.tsx";
import { TextComparison } from "./text-comparison.tsx";
import { changesBetween } from "./version-changes.ts";

export function ContentItem({
	id,
	content,
}: {
	id: string;
	content: ContentAdmin;
}) {
	const { load, refresh, retry } = useRead(
		useCallback(() => content.item(id), [content, id]),
	);
	const heading = useRef<HTMLHeadingElement>(null);
	const done = async (text: string) => {
		announce(text);
		await refresh();
		heading.current?.focus();
	};
	const back = (
		<p>
			<a href={`${addressOf.admin}/content`}>{t("All content")}</a>
		</p>
	);
	if (load.state === "loading")
		return (
			<>
				{back}
				<p role="status">{t("Loading…")}</p>
			</>
		);
	if (load.state === "failed")
		return (
			<>
				{back}
				<Failure
					title={t("The item could not be loaded")}
					detail={load.error.detail}
					nextStep={load.error.nextStep}
					onRetry={retry}
				/>
			</>
		);
	const read = load.value;
	const { item, etag } = read;
	return (
		<>
			{back}
			<h2 class="admin-item" ref={heading} tabIndex={-1}>
				{item.type} / {item.slug} <ItemState item={item} />
			</h2>
			{item.deletedAt === null ? (
				<Editor
					key={etag}
					read={read}
					content={content}
					onSaved={() => void done(t("The item is saved."))}
					onRefresh={() => void refresh()}
				/>
			) : (
				<p>
					{t(
						"This item is deleted. Restore a version of it to bring it back as a draft.",
					)}
				</p>
			)}
			{item.deletedAt === null && (
				<p>
					<ConfirmButton
						title={t("Delete")}
						of={`${item.type} / ${item.slug}`}
						explanation={t(
							"{0} is then shown to nobody. Its history stays, from which it can be restored as a draft.",
							`${item.type} / ${item.slug}`,
						)}
						action={t("Delete")}
						run={() => content.remove(id, etag)}
						onDone={() =>
							void done(t("The item is deleted, and can be restored."))
						}
					/>
				</p>
			)}
			<section class="admin-section" aria-labelledby="item-history">
				<h2 id="item-history">{t("History")}</h2>
				<History
					key={etag}
					item={item}
					content={content}
					restore={async (version) => {
						await content.restore(id, etag, version);
						await done(t("Version {0} is restored.", version));
					}}
				/>
			</section>
		</>
	);
}

function Editor({
	read: { item, etag },
	content,
	onSaved,
	onRefresh,
}: {
	read: ReadItem;
	content: ContentAdmin;
	onSaved(): void;
	/** Replaces what was written by what is stored now. */
	onRefresh(): void;
}) {
	const [change, setChange] = useState<ItemChange>({
		data: item.data,
		status: item.status,
		changeSummary: "",
	});
	const [isStale, setStale] = useState(false);
	const field = useRef<HTMLTextAreaElement>(null);
	const [isRefused, setRefused] = useState(false);
	const { working, fault, setFault, run } = useAction();
	const save = async () => {
		const wrong = jsonFault(change.data);
		setRefused(wrong !== null);
		if (wrong !== null) return setFault(wrong);
		const isSaved = await run(() =>
			content.change(item.id, etag, change).catch((error) => {
				setStale(asApiError(error).status === 412);
				setRefused(focusRefused(error, field.current));
				throw error;
			}),
		);
		if (isSaved) onSaved();
	};
	return (
		<form
			class="admin-reason admin-editor"
			onSubmit={(event) => {
				event.preventDefault();
				void save();
			}}
		>
			<JsonFields
				value={change}
				field={field}
				isInvalid={isRefused}
				onChange={setChange}
			/>
			<Fault text={fault} />
			<p class="actions">
				<button
					type="submit"
					class="button button-primary"
					aria-disabled={working}
				>
					{working ? t("Saving…") : t("Save")}
				</button>
				{isStale && (
					<button type="button" class="button" onClick={onRefresh}>
						{t("Discard mine and read it again")}
					</button>
				)}
			</p>
		</form>
	);
}

function changeName(change: ContentVersion["changeType"]): string {
	switch (change) {
		case "created":
			return t("created");
		case "updated":
			return t("changed");
		case "deleted":
			return t("deleted");
		case "restored":
			return t("restored");
	}
}

/** All versions, the newest first, page by page. */
function History({
	item,
	content,
	restore,
}: {
	item: ContentRow;
	content: ContentAdmin;
	restore(version: number): Promise<void>;
}) {
	const [page, setPage] = useState(1);
	const { load, retry } = useRead(
		useCallback(
			() => Promise.all([content.history(item.id, page), content.keyName()]),
			[content, item.id, page],
		),
	);
	if (load.state === "loading") return <p role="status">{t("Loading…")}</p>;
	if (load.state === "failed")
		return (
			<Failure
				title={t("The history could not be loaded")}
				detail={load.error.detail}
				nextStep={load.error.nextStep}
				onRetry={retry}
			/>
		);
	const [{ rows, total }, ownKey] = load.value;
	return (
		<>
			<ul class="admin-rows">
				{rows.map((version, at) => (
					<li key={version.version}>
						<VersionRow
							version={version}
							before={rows[at + 1] ?? null}
							ownKey={ownKey}
							now={item.data}
							isPresent={version.version === item.version}
							restore={() => restore(version.version)}
						/>
					</li>
				))}
			</ul>
			<Pager
				label={t("Pages of the history")}
				page={page}
				pages={Math.ceil(total / ADMIN_PAGE_SIZE)}
				onPage={setPage}
			/>
		</>
	);
}

function VersionRow({
	version,
	before,
	ownKey,
	now,
	isPresent,
	restore,
}: {
	version: ContentVersion;
	/** The version before it; null = there is none, or it is on the next page. */
	before: ContentVersion | null;
	/** What versions name the key of this page by; null = not known. */
	ownKey: string | null;
	/** The item's JSON now. */
	now: string;
	isPresent: boolean;
	restore(): Promise<void>;
}) {
	const [compared, setCompared] = useState(false);
	const title = t("Version {0}", version.version);
	return (
		<div class="admin-row">
			<div class="admin-facts">
				<h3>
					{title} {isPresent && <span class="admin-state">{t("Now")}</span>}
				</h3>
				<p class="facts">
					{changeName(version.changeType)}
					{" · "}
					{formatMoment(version.createdAt)}
					{" · "}
					{version.changedBy === ownKey
						? t("with the key that is used here, {0}", version.changedBy)
						: ownKey === null
							? t("by the key {0}", version.changedBy)
							: t("with another key, {0}", version.changedBy)}
				</p>
				{before &&
					changesBetween(before, version).map((text) => (
						<p key={text} class="facts">
							<InlineCode text={text} />
						</p>
					))}
				{version.changeSummary !== "" && <p>{version.changeSummary}</p>}
			</div>
			<div class="actions">
				{!isPresent && (
					<>
						<button
							type="button"
							class="button"
							aria-expanded={compared}
							onClick={() => setCompared(!compared)}
						>
							{t("Compare with now")}
							<span class="unseen"> {title}</span>
						</button>
						<ActionButton of={title} run={restore}>
							{t("Restore")}
						</ActionButton>
					</>
				)}
			</div>
			{compared && (
				<TextComparison title={title} before={version.data} now={now} />
			)}
		</div>
	);
}
