/** One's sessions, and what is done to them: what could not be done is told, and leaves the list as it was. */
import { useEffect, useState } from "preact/hooks";
import type { SessionRow } from "../../host/host.ts";
import { t } from "../../l10n/l10n.ts";
import { announce } from "../announce.ts";
import { useApp } from "../app.ts";
import type { Load } from "../data-cache.ts";
import { dismiss, notify } from "../notices.ts";
import { focusContent } from "./sign-in-links.tsx";
import { asApiError } from "./use-read.ts";

const NOT_ENDED = "session-not-ended";

/** `onDone` runs when something was ended and the list stands anew: what had the focus may be gone. */
export function useSessions(onDone: () => void) {
	const { account } = useApp().host;
	const [load, setLoad] = useState<Load<SessionRow[]>>({ state: "loading" });
	const [ending, setEnding] = useState<string | null>(null);
	const read = async () => {
		try {
			setLoad({ state: "ready", value: await account.sessions() });
		} catch (error) {
			const fault = asApiError(error);
			setLoad({ state: "failed", error: fault });
			if (fault.status === 401) void account.ask();
		}
	};
	useEffect(() => void read(), [account]);
	const doing = async (
		what: string,
		work: () => Promise<void>,
		done: string,
	) => {
		if (ending) return;
		setEnding(what);
		dismiss(NOT_ENDED);
		try {
			await work();
			announce(done);
			if (account.state.read().state === "in") {
				await read();
				onDone();
			} else focusContent();
		} catch (error) {
			const fault = asApiError(error);
			// Another tab was faster: what was asked for has happened.
			if (fault.status === 404) await read();
			else if (fault.status === 401) await account.ask();
			else notify(NOT_ENDED, t("The session was not ended."), fault);
		}
		setEnding(null);
	};
	return {
		load,
		ending,
		retry() {
			setLoad({ state: "loading" });
			void read();
		},
		end: ({ _id }: SessionRow) =>
			void doing(
				_id,
				() => account.endSession(_id),
				t("The session has ended."),
			),
		endOthers: () =>
			void doing(
				"others",
				account.endOtherSessions,
				t("All other sessions have ended."),
			),
		endAll: () =>
			void doing(
				"all",
				account.endAllSessions,
				t("You are signed out everywhere."),
			),
	};
}
