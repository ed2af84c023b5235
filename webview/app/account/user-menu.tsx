/** The learner's menu: a button that opens a list of actions, by the menu button pattern of the ARIA authoring practices. */
import type { Role } from "@treeline/api/client-types";
import { useId, useState } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";
import { Icon } from "../elements/icon.tsx";
import { LazyDialog } from "../elements/lazy-dialog.tsx";
import { useMenu } from "../elements/use-menu.ts";
import { addressOf } from "../router.ts";
import { Initials } from "./initials.tsx";
import { useSignOut } from "./sign-in-links.tsx";

export function UserMenu({ name, role }: { name: string; role: Role }) {
	const id = useId();
	const { leaving, leave } = useSignOut();
	const [removing, setRemoving] = useState(false);
	const { open, place, button, list, onButtonKey, onListKey, toggle, close } =
		useMenu();
	return (
		<div class="menu" ref={place}>
			<button
				type="button"
				class="menu-button"
				ref={button}
				aria-haspopup="menu"
				aria-expanded={open}
				aria-controls={open ? id : undefined}
				onClick={toggle}
				onKeyDown={onButtonKey}
			>
				<Initials name={name} />
				<span class="unseen">{t("Signed in as")} </span>
				<span class="menu-name">{name}</span>
				<Icon name="down" />
			</button>
			{open && (
				<div
					class="menu-list"
					id={id}
					role="menu"
					aria-label={t("Account of {0}", name)}
					ref={list}
					onKeyDown={onListKey}
				>
					<a
						role="menuitem"
						tabIndex={-1}
						href={addressOf.account}
						onClick={() => close("stay")}
					>
						<Icon name="person" />
						{t("Account and sessions")}
					</a>
					<a
						role="menuitem"
						tabIndex={-1}
						href={addressOf.classes}
						onClick={() => close("stay")}
					>
						<Icon name="screen" />
						{t("Classes")}
					</a>
					{(role === "moderator" || role === "administrator") && (
						<a
							role="menuitem"
							tabIndex={-1}
							href={addressOf.admin}
							onClick={() => close("stay")}
						>
							<Icon name="gear" />
							{t("Administration")}
						</a>
					)}
					<button
						type="button"
						role="menuitem"
						tabIndex={-1}
						aria-disabled={leaving}
						onClick={() => {
							if (leaving) return;
							close("button");
							void leave();
						}}
					>
						<Icon name="leave" />
						{t("Sign out")}
					</button>
					<button
						type="button"
						role="menuitem"
						tabIndex={-1}
						aria-haspopup="dialog"
						onClick={() => {
							close("button");
							setRemoving(true);
						}}
					>
						<Icon name="leave" />
						{t("Sign out and remove my work…")}
					</button>
				</div>
			)}
			{removing && (
				<LazyDialog
					load={loadRemoval}
					what={t("A part of this page could not be loaded.")}
					props={{ onClose: () => setRemoving(false) }}
				/>
			)}
		</div>
	);
}

const loadRemoval = async () =>
	(await import("./account-screen.tsx")).RemoveWorkDialog;
