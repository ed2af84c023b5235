/** The system account that the embedded Postgres runs under: our own, or for root another, since Postgres refuses to run as root. */
import { lstatSync, readFileSync } from "node:fs";
import { StartupError, systemCode } from "../../config/startup-error.ts";

/** The user that Postgres runs as when we are root, which Postgres refuses to be. */
export interface Account {
	uid: number;
	gid: number;
}

/**
 * The account for the cluster in `folder`: null (ourselves) unless we are root; as root the owner of an existing cluster, else `nobody`.
 * Throws StartupError when root has no one to run Postgres as.
 */
export function accountFor(folder: string): Account | null {
	if (process.getuid?.() !== 0) return null;
	const owner = ownerOf(folder);
	if (owner?.uid === 0)
		throw new StartupError(
			`${folder} belongs to root, and Postgres refuses to run as root. Give it away, for instance with \`chown -R nobody ${folder}\`, then start again.`,
		);
	return owner ?? nobody();
}

function ownerOf(folder: string): Account | null {
	try {
		const { uid, gid } = lstatSync(`${folder}/PG_VERSION`);
		return { uid, gid };
	} catch (error) {
		if (systemCode(error) === "ENOENT") return null;
		throw error;
	}
}

/** Looked up by name, since the number differs between systems and initdb insists on an account it can name. */
function nobody(): Account {
	for (const line of passwd().split("\n")) {
		const [name, , uid, gid] = line.split(":");
		// Some systems write -2, the same bits as the unsigned number that the kernel knows.
		if (name === "nobody")
			return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
	}
	throw new StartupError(
		"Postgres refuses to run as root, and /etc/passwd has no user `nobody` to run it as. Start Treeline as an ordinary user, or set DB_HOST to a Postgres server.",
	);
}

function passwd(): string {
	try {
		return readFileSync("/etc/passwd", "utf8");
	} catch {
		return "";
	}
}
