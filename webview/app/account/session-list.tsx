/** One's sessions: this browser first, then the others, each with a way to end it. */
import type { SessionRow } from "../../host/host.ts";
import { t } from "../../l10n/l10n.ts";
import { deviceOf, fromNow } from "./device.ts";

interface SessionListProps {
	rows: SessionRow[];
	/** Id of the session that is being ended, `others` or `all` for those; null = none. */
	ending: string | null;
	onEnd(row: SessionRow): void;
	onEndOthers(): void;
	onEndAll(): void;
}

export function SessionList({
	rows,
	ending,
	onEnd,
	onEndOthers,
	onEndAll,
}: SessionListProps) {
	const here = rows.filter(({ current }) => current);
	const others = rows
		.filter(({ current }) => !current)
		.sort((one, other) => (one.lastSeenAt < other.lastSeenAt ? 1 : -1));
	return (
		<>
			<ul class="sessions">
				{[...here, ...others].map((row) => (
					<li key={row._id} class="session">
						<div>
							<p class="session-device">
								{deviceOf(row.userAgent)}
								{row.current && (
									<span class="session-here">{t("This browser")}</span>
								)}
							</p>
							<p class="facts">
								{row.current
									? t(
											"Signed in {0} · in use now · ends {1}",
											fromNow(row.createdAt),
											fromNow(row.expiresAt),
										)
									: t(
											"Signed in {0} · last used {1} · ends {2}",
											fromNow(row.createdAt),
											fromNow(row.lastSeenAt),
											fromNow(row.expiresAt),
										)}
							</p>
						</div>
						{!row.current && (
							<button
								type="button"
								class="button"
								aria-disabled={ending !== null}
								onClick={() => onEnd(row)}
							>
								{ending === row._id ? t("Ending…") : t("End")}
								<span class="unseen">
									{" "}
									{t(
										"the session of {0}, last used {1}",
										deviceOf(row.userAgent),
										fromNow(row.lastSeenAt),
									)}
								</span>
							</button>
						)}
					</li>
				))}
			</ul>
			{others.length === 0 ? (
				<p class="facts">{t("There are no other sessions.")}</p>
			) : (
				<p class="session-ends">
					<button
						type="button"
						class="button"
						aria-disabled={ending !== null}
						onClick={onEndOthers}
					>
						{ending === "others" ? t("Ending…") : t("End all other sessions")}
					</button>
					<button
						type="button"
						class="button"
						aria-disabled={ending !== null}
						onClick={onEndAll}
					>
						{ending === "all" ? t("Signing out…") : t("Sign out everywhere")}
					</button>
				</p>
			)}
		</>
	);
}
