import { useId } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";
import { Icon, type IconName } from "./icon.tsx";
import { useMenu } from "./use-menu.ts";

/** An action of the menu, whose `act` runs after the menu has given the focus back to its button. */
export interface MenuItem {
	name: string;
	icon: IconName;
	act(): void;
}

interface MoreMenuProps {
	items: readonly MenuItem[];
	/** What it is called: "More" where there is one on the screen. */
	label?: string;
	/** Where its list opens. */
	opens?: "up" | "down";
}

/** What is done less often. */
export function MoreMenu({
	items,
	label = t("More"),
	opens = "up",
}: MoreMenuProps) {
	const id = useId();
	const { open, place, button, list, onButtonKey, onListKey, toggle, close } =
		useMenu();
	return (
		<div class={opens === "up" ? "menu menu-up" : "menu"} ref={place}>
			<button
				type="button"
				class="button button-quiet"
				title={label}
				ref={button}
				aria-haspopup="menu"
				aria-expanded={open}
				aria-controls={open ? id : undefined}
				onClick={toggle}
				onKeyDown={onButtonKey}
			>
				<Icon name="more" />
				<span class="unseen">{label}</span>
			</button>
			{open && (
				<div
					class="menu-list"
					id={id}
					role="menu"
					aria-label={label}
					ref={list}
					onKeyDown={onListKey}
				>
					{items.map(({ name, icon, act }) => (
						<button
							key={name}
							type="button"
							role="menuitem"
							tabIndex={-1}
							onClick={() => {
								close("button");
								act();
							}}
						>
							<Icon name={icon} />
							{name}
						</button>
					))}
				</div>
			)}
		</div>
	);
}
