/** One's account: who one is here, and where one is signed in. */
import { useEffect, useState } from "preact/hooks";
import { ApiError, type SessionRow } from "../../host/host.ts";
import { announce } from "../announce.ts";
import { useApp } from "../app.ts";
import { Failure } from "../elements/failure.tsx";
import type { Load } from "../library.ts";
import { MissingScreen } from "../missing/missing-screen.tsx";
import { useScreen, useWatch } from "../screen.ts";
import { SignIn, SignOut } from "./doors.tsx";
import { Initials } from "./initials.tsx";
import { SessionList } from "./session-list.tsx";

export function AccountScreen() {
	const { account } = useApp().host;
	useWatch(account.state.watch);
	if (!account.offered) return <MissingScreen path={location.pathname} />;
	return <Account />;
}

function Account() {
	const { account } = useApp().host;
	const heading = useScreen("Your account");
	const now = account.state.read();
	return (
		<div class="column account">
			<h1 ref={heading} tabIndex={-1}>
				Your account
			</h1>
			{now.state === "asking" && (
				<p class="lead" role="status">
					Finding out whether you are signed in…
				</p>
			)}
			{now.state === "unknown" && (
				<Failure
					title="Your account could not be reached"
					detail={now.error.detail}
					nextStep={now.error.nextStep}
					onRetry={() => void account.ask()}
				/>
			)}
			{(now.state === "out" || now.state === "ended") && (
				<div class="empty">
					<p class="empty-title">
						{now.state === "out"
							? "You are signed out"
							: "Your session has ended"}
					</p>
					<p>
						Signed in, your progress goes with you to other browsers and to your
						editor.
					</p>
					<p>
						<SignIn class="button button-primary">Sign in</SignIn>
					</p>
				</div>
			)}
			{now.state === "in" && (
				<>
					<div class="account-person">
						<Initials name={now.user.name} />
						<p class="account-name">{now.user.name}</p>
						<SignOut class="button" />
					</div>
					<Sessions />
				</>
			)}
		</div>
	);
}

function Sessions() {
	const { load, read, end, endOthers, endAll, ending } = useSessions();
	return (
		<section aria-labelledby="sessions-heading" class="account-sessions">
			<h2 id="sessions-heading">Where you are signed in</h2>
			{load.state === "loading" && <p role="status">Loading sessions…</p>}
			{load.state === "failed" && (
				<Failure
					title="Your sessions could not be loaded"
					detail={load.error.detail}
					nextStep={load.error.nextStep}
					onRetry={() => void read()}
				/>
			)}
			{load.state === "ready" && (
				<SessionList
					rows={load.value}
					ending={ending}
					onEnd={end}
					onEndOthers={endOthers}
					onEndAll={endAll}
				/>
			)}
		</section>
	);
}

/** The sessions, and what is done to them; what failed is told and leaves the list as it is. */
function useSessions() {
	const { account } = useApp().host;
	const [load, setLoad] = useState<Load<SessionRow[]>>({ state: "loading" });
	const [ending, setEnding] = useState<string | null>(null);
	const failed = (error: unknown) =>
		setLoad({
			state: "failed",
			error:
				error instanceof ApiError
					? error
					: new ApiError("unknown", String(error), "Reload the page.", 0),
		});
	const read = async () => {
		try {
			setLoad({ state: "ready", value: await account.sessions() });
		} catch (error) {
			failed(error);
			if (error instanceof ApiError && error.status === 401) void account.ask();
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
		try {
			await work();
			announce(done);
			if (account.state.read().state === "in") await read();
		} catch (error) {
			failed(error);
		}
		setEnding(null);
	};
	return {
		load,
		read,
		ending,
		end: ({ _id }: SessionRow) =>
			void doing(_id, () => account.endSession(_id), "The session is ended."),
		endOthers: () =>
			void doing(
				"others",
				account.endOtherSessions,
				"All other sessions are ended.",
			),
		endAll: () =>
			void doing(
				"all",
				account.endAllSessions,
				"You are signed out everywhere.",
			),
	};
}
