/** Backups of the server: which there are, whether they are whole, and how one is restored. For administrators. */
import type { Backup } from "@treeline/api/client-types";
import { useCallback, useEffect, useState } from "preact/hooks";
import { ADMIN_PAGE_SIZE, type Moderation } from "../../host/moderation.ts";
import { plural, t } from "../../l10n/l10n.ts";
import { useRead } from "../account/use-read.ts";
import { announce } from "../announce.ts";
import { Failure } from "../elements/failure.tsx";
import { formatBytes, formatMoment } from "../elements/format.ts";
import { Fault, useAction } from "./action-button.tsx";
import { Command } from "./command.tsx";
import { Pager } from "./pager.tsx";
import type { PartProps } from "./part.ts";

export const Backups = ({ moderation, self }: PartProps) =>
	self.role === "administrator" ? (
		<BackupList moderation={moderation} />
	) : (
		<div class="empty">
			<p class="empty-title">{t("You are not an administrator")}</p>
			<p>{t("Backups are shown to administrators only.")}</p>
		</div>
	);

function BackupList({ moderation }: { moderation: Moderation }) {
	const [page, setPage] = useState(1);
	const { load, retry } = useRead(
		useCallback(() => moderation.backups(page), [moderation, page]),
	);
	if (load.state === "loading") return <p role="status">{t("Loading…")}</p>;
	if (load.state === "failed")
		return (
			<Failure
				title={t("The list could not be loaded")}
				detail={load.error.detail}
				nextStep={load.error.nextStep}
				onRetry={retry}
			/>
		);
	const { rows, total, folder, fault } = load.value;
	if (folder === null) return <NoFolder />;
	if (fault !== null)
		return (
			<Failure
				title={t("The folder of backups cannot be read")}
				detail={fault}
				nextStep={t(
					"Make the folder on the server, readable by the user that Treeline runs as, or correct {0}.",
					"BACKUP_DIR",
				)}
				onRetry={retry}
			/>
		);
	return (
		<Files
			key={page}
			rows={rows}
			total={total}
			folder={folder}
			page={page}
			onPage={setPage}
			moderation={moderation}
		/>
	);
}

function Files({
	rows,
	total,
	folder,
	page,
	onPage,
	moderation,
}: {
	rows: Backup[];
	total: number;
	folder: string;
	page: number;
	onPage(page: number): void;
	moderation: Moderation;
}) {
	const [checks, setChecks] = useState<Record<string, Backup["check"]>>({});
	const newest = page === 1 ? rows[0] : undefined;
	const checked = rows.map((row) => ({
		...row,
		check: checks[row.name] ?? row.check,
	}));
	const restored =
		checked.find(({ check }) => check?.status === "restorable") ??
		checked.find(({ check }) => check === null);
	return (
		<>
			<p class="facts" role="status">
				{total === 0
					? t("There is no backup yet.")
					: plural(total, { one: "{0} entry", other: "{0} entries" })}
			</p>
			{rows.length > 0 && (
				<ul class="admin-rows">
					{checked.map((backup) => (
						<li key={`${backup.name} ${backup.modifiedAt}`}>
							<BackupRow
								backup={backup}
								isNewest={backup.name === newest?.name}
								moderation={moderation}
								onChecked={(check) =>
									setChecks((known) => ({ ...known, [backup.name]: check }))
								}
							/>
						</li>
					))}
				</ul>
			)}
			<Pager
				page={page}
				pages={Math.ceil(total / ADMIN_PAGE_SIZE)}
				onPage={onPage}
			/>
			{total > 0 && (
				<HowToRestore folder={folder} name={restored?.name ?? null} />
			)}
		</>
	);
}

const BACKUP = "npm run backup -- /var/backups/treeline/today.tar";

const NoFolder = () => (
	<div class="empty">
		<p class="empty-title">{t("No folder of backups is set")}</p>
		<p>
			{t(
				"Set {0} on the server to the folder that backups are written to. They are then listed here.",
				"BACKUP_DIR",
			)}
		</p>
		<p>{t("A backup is made on the server, while Treeline runs:")}</p>
		<Command>{BACKUP}</Command>
	</div>
);

function BackupRow({
	backup,
	isNewest,
	moderation,
	onChecked,
}: {
	backup: Backup;
	/** The newest is checked without being asked: it is the one that counts. */
	isNewest: boolean;
	moderation: Moderation;
	onChecked(check: Backup["check"]): void;
}) {
	const { name, bytes, modifiedAt, check } = backup;
	const { working, fault, run } = useAction();
	const read = () =>
		run(async () => {
			const { check: found } = await moderation.checkBackup(name);
			onChecked(found);
			announce(
				found?.status === "restorable"
					? t("{0} is whole.", name)
					: t("{0} cannot be restored.", name),
			);
		});
	useEffect(() => {
		if (isNewest && backup.check === null) void read();
	}, []);
	return (
		<div class="admin-row">
			<div class="admin-facts">
				<h2>
					<span>{name}</span>{" "}
					{check?.status === "restorable" && (
						<span class="admin-state admin-good">{t("Whole")}</span>
					)}
					{check?.status === "unusable" && (
						<span class="admin-state admin-bad">{t("Unusable")}</span>
					)}
				</h2>
				<p class="facts">
					{formatMoment(modifiedAt)}
					{" · "}
					{formatBytes(bytes)}
					{check === null && !working && ` · ${t("not checked yet")}`}
				</p>
				{check?.status === "restorable" && (
					<p>
						{t(
							"Every checksum is right. Treeline {0} and later can restore it.",
							check.treeline ?? "",
						)}
					</p>
				)}
				{check?.fault && <p class="admin-fault">{check.fault}</p>}
				<Fault text={fault} />
			</div>
			{check === null && (
				<div class="actions">
					<button
						type="button"
						class="button"
						aria-disabled={working}
						onClick={() => void read()}
					>
						{working ? t("Checking…") : t("Check the file")}
						<span class="unseen"> {name}</span>
					</button>
				</div>
			)}
		</div>
	);
}

const NEW_FOLDER = ".data-restored";

function HowToRestore({
	folder,
	name,
}: {
	folder: string;
	name: string | null;
}) {
	if (name === null) return <p>{t("None of these files can be restored.")}</p>;
	const restore = `DATA_DIR=${NEW_FOLDER} npm run restore -- ${quoted(`${folder}/${name}`)}`;
	const dryRun = `${restore} --dry-run`;
	return (
		<section class="admin-section" aria-labelledby="admin-restore">
			<h2 id="admin-restore">{t("Restore a backup")}</h2>
			<p>
				{t(
					"A restore is done on the server, in the folder of Treeline. It writes into empty databases only: {0} names a folder that does not exist yet; with a Postgres server of your own, set {1} to an empty database instead.",
					"DATA_DIR",
					"DB_NAME",
				)}
			</p>
			<p>{t("Check the file and see what would be done:")}</p>
			<Command>{dryRun}</Command>
			<p>{t("Restore it, then start Treeline with the same settings:")}</p>
			<Command>{restore}</Command>
		</section>
	);
}

/** As one argument of a shell. */
const quoted = (path: string) =>
	/^[\w./:@%+=,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
