/** Users: found, blocked and unblocked; administrators give and take roles. */
import type { ModeratedUser, Role } from "@treeline/api/client-types";
import { useCallback, useId, useRef, useState } from "preact/hooks";
import { plural, t } from "../../l10n/l10n.ts";
import { formatMoment } from "../elements/format.ts";
import { ActionButton, ReasonButton } from "./action-button.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import type { PartProps } from "./part.ts";
import { type ListControl, type ListQuery, RowList } from "./row-list.tsx";

const ROLES: readonly Role[] = [
	"learner",
	"author",
	"moderator",
	"administrator",
];

export function roleName(role: Role): string {
	switch (role) {
		case "learner":
			return t("Learner");
		case "author":
			return t("Author");
		case "moderator":
			return t("Moderator");
		case "administrator":
			return t("Administrator");
	}
}

export function Users({ moderation, self }: PartProps) {
	const read = useCallback(
		({ q, show, page }: ListQuery) =>
			moderation.users(
				{
					...(show === "blocked"
						? { blocked: "true" as const }
						: show && { role: show as Role }),
					...(q && { q }),
				},
				page,
			),
		[moderation],
	);
	return (
		<RowList
			searchLabel={t("Name or id of a user")}
			choices={[
				["", t("Everyone")],
				["blocked", t("Blocked")],
				["author", t("Authors")],
				["moderator", t("Moderators")],
				["administrator", t("Administrators")],
			]}
			keyOf={({ _id }) => _id}
			read={read}
			empty={t("There is no such user.")}
			row={(user, list) => (
				<UserRow user={user} list={list} moderation={moderation} self={self} />
			)}
		/>
	);
}

interface UserRowProps extends PartProps {
	user: ModeratedUser;
	list: ListControl;
}

function UserRow({ user, list, moderation, self }: UserRowProps) {
	const { _id, name, role, packCount, blockedAt, blockedReason } = user;
	const isSelf = _id === self._id;
	const isAdministrator = self.role === "administrator";
	const isStaff = role === "moderator" || role === "administrator";
	return (
		<div class="admin-row">
			<div class="admin-facts">
				<h2>
					<bdi>{name}</bdi>{" "}
					{role !== "learner" && (
						<span class="admin-state">{roleName(role)}</span>
					)}{" "}
					{blockedAt !== null && (
						<span class="admin-state admin-bad">{t("Blocked")}</span>
					)}
				</h2>
				<p class="facts">
					{plural(packCount, { one: "{0} pack", other: "{0} packs" })}
					{" · "}
					{t("since {0}", formatMoment(user.createdAt))}
					{isSelf && ` · ${t("This is you")}`}
				</p>
				{blockedReason !== null && <p>{t("Reason: {0}", blockedReason)}</p>}
			</div>
			<div class="actions">
				{isAdministrator && !isSelf && (
					<RoleChoice
						user={user}
						change={(next) => moderation.changeRole(_id, next)}
						onChanged={(next) =>
							void list.done(
								t("The role of {0} is now: {1}", name, roleName(next)),
							)
						}
					/>
				)}
				{!isSelf &&
					(isAdministrator || !isStaff) &&
					(blockedAt === null ? (
						<ReasonButton
							title={t("Block")}
							of={name}
							explanation={t(
								"{0} can then neither sign in nor change anything, and reads your reason. Their packs and attempts stay.",
								name,
							)}
							label={t("Reason, which the user reads")}
							action={t("Block")}
							run={(reason) => moderation.block(_id, reason)}
							onDone={() => void list.done(t("{0} is blocked.", name))}
						/>
					) : (
						<ActionButton
							of={name}
							run={async () => {
								await moderation.unblock(_id);
								await list.done(t("{0} is unblocked.", name));
							}}
						>
							{t("Unblock")}
						</ActionButton>
					))}
			</div>
		</div>
	);
}

function RoleChoice({
	user: { name, role },
	change,
	onChanged,
}: {
	user: ModeratedUser;
	change(role: Role): Promise<unknown>;
	onChanged(role: Role): void;
}) {
	const id = useId();
	const field = useRef<HTMLSelectElement>(null);
	const [chosen, setChosen] = useState<Role | null>(null);
	return (
		<>
			<label for={id} class="unseen">
				{t("Role of {0}", name)}
			</label>
			<select
				id={id}
				ref={field}
				class="admin-field"
				value={role}
				onChange={({ currentTarget }) =>
					setChosen(ROLES.find((each) => each === currentTarget.value) ?? null)
				}
			>
				{ROLES.map((each) => (
					<option key={each} value={each} selected={each === role}>
						{roleName(each)}
					</option>
				))}
			</select>
			{chosen !== null && (
				<ConfirmDialog
					title={t("Change the role")}
					explanation={`${t("{0} becomes: {1}.", name, roleName(chosen))} ${rights(chosen)}`}
					action={t("Change the role")}
					run={() => change(chosen)}
					onDone={() => onChanged(chosen)}
					onClose={() => {
						setChosen(null);
						if (field.current) field.current.value = role;
					}}
				/>
			)}
		</>
	);
}

/** What a role allows. */
function rights(role: Role): string {
	switch (role) {
		case "learner":
			return t("Learners solve challenges and make packs of their own.");
		case "author":
			return t("Authors show their packs to others without approval.");
		case "moderator":
			return t(
				"Moderators approve and take down packs, answer disputes, and block learners and authors.",
			);
		case "administrator":
			return t("Administrators may also give roles and see backups.");
	}
}
