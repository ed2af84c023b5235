/** Reads of the service's records: loading, failed with a retry, or ready. A later read wins over an earlier one, whenever they are answered. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { ApiError } from "../../host/host.ts";
import { t } from "../../l10n/l10n.ts";
import { useApp } from "../app.ts";
import type { Load } from "../data-cache.ts";

/** Reads at first, whenever `read` is another function, and with `refresh`; what is shown stays until the answer is there. `read` is the same at every rendering, by `useCallback`. */
export function useRead<Value>(read: () => Promise<Value>) {
	const { account } = useApp().host;
	const [load, setLoad] = useState<Load<Value>>({ state: "loading" });
	const latest = useRef(0);
	const refresh = useCallback(async () => {
		const turn = ++latest.current;
		const set = (next: Load<Value>) => {
			if (turn === latest.current) setLoad(next);
		};
		try {
			set({ state: "ready", value: await read() });
		} catch (error) {
			const fault = asApiError(error);
			set({ state: "failed", error: fault });
			// The session has ended, or the role was taken away.
			if (fault.status === 401 || fault.status === 403) void account.ask();
		}
	}, [read, account]);
	useEffect(() => void refresh(), [refresh]);
	return {
		load,
		refresh,
		retry() {
			setLoad({ state: "loading" });
			void refresh();
		},
	};
}

export function asApiError(error: unknown): ApiError {
	return error instanceof ApiError
		? error
		: new ApiError("unknown", String(error), t("Reload the page."), 0);
}
