import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";
import { useLazy } from "../lazy-screen.tsx";
import { inform } from "../notices.ts";

interface LazyDialogProps<Props> {
	load(): Promise<ComponentType<Props>>;
	/** What is told where the code cannot be loaded, such as "Your attempts could not be loaded." */
	what: string;
	props: Props;
}

/** A dialog whose code is loaded when it is first opened. `load` is the same function at every rendering. */
export function LazyDialog<Props extends { onClose(): void }>({
	load,
	what,
	props,
}: LazyDialogProps<Props>) {
	const { part: Dialog, failed } = useLazy(load);
	useEffect(() => {
		if (!failed) return;
		inform(
			"dialog-not-loaded",
			`${what} ${t("Check your connection, then try again.")}`,
		);
		props.onClose();
	}, [failed]);
	return Dialog && <Dialog {...props} />;
}
