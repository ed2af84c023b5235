/** Lists the folder of backups, and checks single ones: whole, and restorable by this version of Treeline. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { verifyBackup } from "../../backup/archive.ts";
import { requireKnownMigrations } from "../../backup/restore.ts";
import { StartupError, systemCode } from "../../config/startup-error.ts";
import type { Page } from "../../server/pagination.ts";
import type { Backup, BackupCheck } from "./api-schemas.ts";

export interface BackupFolder {
	/** The newest first; `folder` is null when none is named, `fault` says why it cannot be read. */
	list(page: Page): Promise<{
		rows: Backup[];
		total: number;
		folder: string | null;
		fault: string | null;
	}>;
	/** Reads the whole backup unless that was done before, and again when it could not be read; null when there is none of this name. */
	check(name: string): Promise<Backup | null>;
}

export function backupFolder(folder: string | null): BackupFolder {
	/** By name, size and time of the file: one that was replaced is checked again. */
	const checks = new Map<string, BackupCheck>();
	/** Those whose file could not be read, by its permissions or its disk, which says nothing of the backup. */
	const unreadable = new WeakSet<BackupCheck>();
	const pending = new Map<string, Promise<BackupCheck>>();
	/** One file is read at a time, for all requests together. */
	let previous: Promise<unknown> = Promise.resolve();

	const rowOf = (file: BackupFile): Backup => ({
		name: file.name,
		bytes: file.bytes,
		modifiedAt: file.modifiedAt,
		check: checks.get(keyOf(file)) ?? null,
	});

	function checkFile(path: string, key: string): Promise<BackupCheck> {
		const running = pending.get(key);
		if (running) return running;
		const result = previous.then(async () => {
			try {
				const { check, cause } = await checkBackup(path);
				checks.set(key, check);
				if (/^E[A-Z\d]+$/.test(systemCode(cause) ?? "")) unreadable.add(check);
				return check;
			} finally {
				pending.delete(key);
			}
		});
		pending.set(key, result);
		previous = result.catch(() => {});
		return result;
	}

	return {
		async list({ limit, offset }) {
			const none = { rows: [], total: 0, folder };
			if (folder === null) return { ...none, fault: null };
			try {
				const files = await readFolder(folder);
				const known = new Set(files.map(keyOf));
				for (const key of checks.keys())
					if (!known.has(key)) checks.delete(key);
				return {
					rows: files.slice(offset, offset + limit).map(rowOf),
					total: files.length,
					folder,
					fault: null,
				};
			} catch (error) {
				return { ...none, fault: (error as Error).message };
			}
		},
		async check(name) {
			if (folder === null) return null;
			const files = await readFolder(folder).catch(() => []);
			const file = files.find((one) => one.name === name);
			if (!file) return null;
			const key = keyOf(file);
			const known = checks.get(key);
			const check =
				known && !unreadable.has(known)
					? known
					: await checkFile(join(folder, name), key);
			return { ...rowOf(file), check };
		},
	};
}

type BackupFile = Omit<Backup, "check">;

const keyOf = ({ name, bytes, modifiedAt }: BackupFile) =>
	`${modifiedAt} ${bytes} ${name}`;

/** The backups in `folder`, the newest first. Those that are being written end with `.partial`. */
async function readFolder(folder: string): Promise<BackupFile[]> {
	const names = (await readdir(folder)).filter((name) => name.endsWith(".tar"));
	const files = await Promise.all(
		names.map(async (name) => {
			// One may have been deleted since.
			const found = await stat(join(folder, name)).catch(() => null);
			return found?.isFile()
				? [{ name, bytes: found.size, modifiedAt: found.mtime.toISOString() }]
				: [];
		}),
	);
	return files
		.flat()
		.sort(
			(one, other) =>
				other.modifiedAt.localeCompare(one.modifiedAt) ||
				other.name.localeCompare(one.name),
		);
}

/** What is found; with `cause`, why the file could not be used. */
async function checkBackup(
	path: string,
): Promise<{ check: BackupCheck; cause?: unknown }> {
	const found = { treeline: null, createdAt: null };
	const checkedAt = () => new Date().toISOString();
	try {
		const manifest = await verifyBackup(path);
		const { treeline, createdAt } = manifest;
		Object.assign(found, { treeline, createdAt });
		await requireKnownMigrations(manifest);
		return {
			check: {
				...found,
				status: "restorable",
				fault: null,
				checkedAt: checkedAt(),
			},
		};
	} catch (error) {
		if (!(error instanceof StartupError)) throw error;
		return {
			check: {
				...found,
				status: "unusable",
				fault: error.message,
				checkedAt: checkedAt(),
			},
			cause: error.cause,
		};
	}
}
