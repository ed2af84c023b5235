/** Reads of the account's records: loading, failed with a retry, or ready. */
import { useCallback, useEffect, useState } from "preact/hooks";
import { ApiError } from "../../host/host.ts";
import { t } from "../../l10n/l10n.ts";
import { useApp } from "../app.ts";
import type { Load } from "../data-cache.ts";

/** Reads once, and again with `refresh`, which keeps what is shown until the answer is there. `read` stays the same at every rendering. */
export function useRead<Value>(read: () => Promise<Value>) {
	const { account } = useApp().host;
	const [load, setLoad] = useState<Load<Value>>({ state: "loading" });
	const refresh = useCallback(
		() =>
			read().then(
				(value) => setLoad({ state: "ready", value }),
				(error) => {
					const fault = asApiError(error);
					setLoad({ state: "failed", error: fault });
					if (fault.status === 401) void account.ask();
				},
			),
		[read, account],
	);
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
