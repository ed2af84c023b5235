/** Visitors' conversations with the chat: found by their state, read and ended. */
import type {
	ChatSession,
	ChatStatus,
	WholeChatSession,
} from "@treeline/api/client-types";
import { useCallback, useState } from "preact/hooks";
import type { ContentAdmin } from "../../host/content-admin.ts";
import { plural, t } from "../../l10n/l10n.ts";
import { useRead } from "../account/use-read.ts";
import { Dialog } from "../elements/dialog.tsx";
import { Failure } from "../elements/failure.tsx";
import { formatMoment } from "../elements/format.ts";
import { ActionButton } from "./action-button.tsx";
import { ForgetKey, KeyForm, useContentAdmin } from "./key-gate.tsx";
import type { PartProps } from "./part.ts";
import { type ListQuery, RowList } from "./row-list.tsx";

function statusName(status: ChatStatus): string {
	switch (status) {
		case "active":
			return t("Active");
		case "ended":
			return t("Ended");
		case "expired":
			return t("Expired");
	}
}

export function Chat({ moderation }: PartProps) {
	const content = useContentAdmin({ moderation });
	if (!content) return <KeyForm moderation={moderation} />;
	return (
		<>
			<Conversations content={content} />
			<ForgetKey />
		</>
	);
}

function Conversations({ content }: { content: ContentAdmin }) {
	const [read, setRead] = useState<string | null>(null);
	return (
		<>
			<RowList<ChatSession>
				choices={[
					["", t("All")],
					...(["active", "ended", "expired"] as const).map(
						(each) => [each, statusName(each)] as const,
					),
				]}
				keyOf={({ id }) => id}
				read={useCallback(
					({ show, page }: ListQuery) =>
						content.conversations((show || undefined) as ChatStatus, page),
					[content],
				)}
				empty={t("There is no such conversation.")}
				none={t(
					"No conversations yet. There is a chat only where {0} is set.",
					"LLM_BASE_URL",
				)}
				row={(session, list) => (
					<div class="admin-row">
						<div class="admin-facts">
							<h2>
								<code>{session.id}</code>{" "}
								<span class="admin-state">{statusName(session.status)}</span>
							</h2>
							<p class="facts">
								{plural(session.messageCount, {
									one: "{0} message",
									other: "{0} messages",
								})}
								{" · "}
								{t("last active {0}", formatMoment(session.lastActiveAt))}
							</p>
						</div>
						<div class="actions">
							<button
								type="button"
								class="button"
								aria-haspopup="dialog"
								onClick={() => setRead(session.id)}
							>
								{t("Read…")}
								<span class="unseen"> {session.id}</span>
							</button>
							{session.status === "active" && (
								<ActionButton
									of={session.id}
									run={async () => {
										await content.endConversation(session.id);
										await list.done(t("The conversation has ended."));
									}}
								>
									{t("End")}
								</ActionButton>
							)}
						</div>
					</div>
				)}
			/>
			{read !== null && (
				<ConversationDialog
					id={read}
					content={content}
					onClose={() => setRead(null)}
				/>
			)}
		</>
	);
}

function ConversationDialog({
	id,
	content,
	onClose,
}: {
	id: string;
	content: ContentAdmin;
	onClose(): void;
}) {
	const { load, retry } = useRead(
		useCallback(() => content.conversation(id), [content, id]),
	);
	return (
		<Dialog title={t("Conversation")} size="wide" onClose={onClose}>
			{() => (
				<div class="admin-review">
					{load.state === "loading" && <p role="status">{t("Loading…")}</p>}
					{load.state === "failed" && (
						<Failure
							title={t("The conversation could not be loaded")}
							detail={load.error.detail}
							nextStep={load.error.nextStep}
							onRetry={retry}
						/>
					)}
					{load.state === "ready" && <Messages session={load.value} />}
				</div>
			)}
		</Dialog>
	);
}

const Messages = ({ session }: { session: WholeChatSession }) => (
	<ul class="admin-messages">
		{session.messages.map(({ id, role, content, createdAt }) => (
			<li key={id}>
				<p class="facts">
					{role === "user" ? t("Visitor") : t("Assistant")}
					{" · "}
					{formatMoment(createdAt)}
				</p>
				<p dir="auto">{content}</p>
			</li>
		))}
	</ul>
);
