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

/** What is done with the files less often. */
export function MoreMenu({ items }: { items: readonly MenuItem[] }) {
	const id = useId();
	const { open, place, button, list, onButtonKey, onListKey, toggle, close } =
		useMenu();
	return (
		<div class="menu menu-up" ref={place}>
			<button
				type="button"
				class="button button-quiet"
				title={t("More")}
				ref={button}
				aria-haspopup="menu"
				aria-expanded={open}
				aria-controls={open ? id : undefined}
				onClick={toggle}
				onKeyDown={onButtonKey}
			>
				<Icon name="more" />
				<span class="unseen">{t("More")}</span>
			</button>
			{open && (
				<div
					class="menu-list"
					id={id}
					role="menu"
					aria-label={t("More")}
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
