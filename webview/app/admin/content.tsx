/** Content: found, written, and one item opened by its id in the address. */
import type { ContentStatus } from "@treeline/api/client-types";
import { useCallback, useState } from "preact/hooks";
import type { ContentAdmin, ContentRow } from "../../host/content-admin.ts";
import { t } from "../../l10n/l10n.ts";
import { useApp } from "../app.ts";
import { formatMoment } from "../elements/format.ts";
import { addressOf } from "../router.ts";
import { ContentItem } from "./content-item.tsx";
import { ItemState, STATUSES, statusName } from "./content-state.tsx";
import { ForgetKey, KeyForm, useContentAdmin } from "./key-gate.tsx";
import { NewItemDialog } from "./new-item-dialog.tsx";
import type { PartProps } from "./part.ts";
import { type ListQuery, RowList } from "./row-list.tsx";

const addressOfItem = (id: string) => `${addressOf.admin}/content?item=${id}`;

export function Content({ moderation }: PartProps) {
	const { router } = useApp();
	const content = useContentAdmin({ moderation });
	const id = new URLSearchParams(router.search.value).get("item");
	if (!content) return <KeyForm moderation={moderation} />;
	return (
		<>
			{id ? (
				<ContentItem key={id} id={id} content={content} />
			) : (
				<ContentList content={content} />
			)}
			<ForgetKey />
		</>
	);
}

function ContentList({ content }: { content: ContentAdmin }) {
	const { router } = useApp();
	const [creating, setCreating] = useState(false);
	const read = useCallback(
		({ q, show, page }: ListQuery) =>
			content.items(
				{
					...(show === "deleted"
						? { includeDeleted: true }
						: show && { status: show as ContentStatus }),
					...(q && { q }),
				},
				page,
			),
		[content],
	);
	return (
		<>
			<p>
				<button
					type="button"
					class="button"
					aria-haspopup="dialog"
					onClick={() => setCreating(true)}
				>
					{t("New item…")}
				</button>
			</p>
			<RowList
				searchLabel={t("Words in an item")}
				choices={[
					["", t("All but deleted ones")],
					...STATUSES.map((each) => [each, statusName(each)] as const),
					["deleted", t("All, deleted ones too")],
				]}
				keyOf={({ id }) => id}
				read={read}
				empty={t("There is no such content.")}
				none={t("No content yet.")}
				row={(item) => <ItemRow item={item} />}
			/>
			{creating && (
				<NewItemDialog
					content={content}
					onCreated={({ item }) => router.go(addressOfItem(item.id))}
					onClose={() => setCreating(false)}
				/>
			)}
		</>
	);
}

const ItemRow = ({ item }: { item: ContentRow }) => (
	<div class="admin-row">
		<div class="admin-facts">
			<h2>
				<a href={addressOfItem(item.id)}>
					{item.type} / {item.slug}
				</a>{" "}
				<ItemState item={item} />
			</h2>
			<p class="facts">
				{t("Version {0}", item.version)}
				{" · "}
				{t("changed {0}", formatMoment(item.updatedAt))}
			</p>
		</div>
	</div>
);
