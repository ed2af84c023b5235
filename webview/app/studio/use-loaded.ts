import { useEffect, useState } from "preact/hooks";
import { StudioError } from "../../host/studio.ts";
import { t } from "../../l10n/l10n.ts";

/** What `load` resolves to, or why it does not; `load` stays the same until it shall be called anew. */
export function useLoaded<Value>(load: () => Promise<Value>) {
	const [value, setValue] = useState<Value | null>(null);
	const [error, setError] = useState<StudioError | null>(null);
	const [turn, setTurn] = useState(0);
	useEffect(() => {
		let isCurrent = true;
		setError(null);
		load().then(
			(loaded) => isCurrent && setValue(() => loaded),
			(problem) =>
				isCurrent &&
				setError(
					problem instanceof StudioError
						? problem
						: new StudioError("failed", String(problem), t("Try again.")),
				),
		);
		return () => {
			isCurrent = false;
		};
	}, [load, turn]);
	return { value, error, retry: () => setTurn((count) => count + 1) };
}
