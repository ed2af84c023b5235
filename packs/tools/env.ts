/** The environment of the pack tools is read here and nowhere else (`.env` beside package.json counts too). */
import { readFile } from "node:fs/promises";
import { isAbsolute, join } from "node:path";

const ROOT = join(import.meta.dir, "../..");

export interface SeedTarget {
	backendUrl: string;
	adminSecret: string;
}

/** Where to seed and with which secret: `BACKEND_URL`, else `BACKEND_PORT` of this machine, and `ADMIN_SECRET`, else what the server beside generated for itself. */
export async function seedTarget(env = Bun.env): Promise<SeedTarget> {
	const port = env.BACKEND_PORT?.trim() || "8080";
	if (!env.BACKEND_URL && !(/^\d+$/.test(port) && +port > 0 && +port < 65_536))
		throw new Error(
			`BACKEND_PORT is "${port}"; set it to the port of the backend, or BACKEND_URL to its address`,
		);
	const backendUrl = env.BACKEND_URL || `http://127.0.0.1:${port}`;
	if (!URL.canParse(backendUrl))
		throw new Error(
			`BACKEND_URL is "${backendUrl}"; set it to an address like http://127.0.0.1:8080`,
		);
	const given = env.ADMIN_SECRET?.split(",")[0]?.trim();
	if (given) return { backendUrl, adminSecret: given };
	const dataDir = env.DATA_DIR || ".data";
	const secretFile = join(
		isAbsolute(dataDir) ? dataDir : join(ROOT, dataDir),
		"admin-secret",
	);
	const adminSecret = await readFile(secretFile, "utf8").catch(() => "");
	if (adminSecret.trim())
		return { backendUrl, adminSecret: adminSecret.trim() };
	throw new Error(
		`ADMIN_SECRET is not set, and there is none in ${secretFile}. Set it to the server's ADMIN_SECRET, or start the server here once.`,
	);
}

/** The folder that the command was called in: npm runs it in that of its package. */
export const callingFolder = (env = Bun.env): string =>
	env.INIT_CWD || process.cwd();

/** What the code of a pack sees of our environment: enough to run, no secret. */
export function childEnvironment(
	extra: Record<string, string>,
	env = Bun.env,
): Record<string, string> {
	const names = [
		...["PATH", "HOME", "TMPDIR", "TEMP", "LANG", "SystemRoot"],
		// The browser in which suites render pages.
		"CHROMIUM_PATH",
	];
	return {
		...Object.fromEntries(
			names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])),
		),
		NO_COLOR: "1",
		TZ: "UTC",
		...extra,
	};
}

/** The command that runs Python for the Python packs, words parted by spaces; null when nobody has looked for one yet. */
export function pythonCommand(env = Bun.env): string | null {
	return env.TREELINE_PYTHON || null;
}

/** Whether output may be coloured: on a terminal, unless `NO_COLOR` is set; `FORCE_COLOR` asks for it elsewhere. */
export function wantsColour(
	env = Bun.env,
	isTerminal = process.stdout.isTTY === true,
): boolean {
	if (env.NO_COLOR) return false;
	return isTerminal || Boolean(env.FORCE_COLOR);
}

/** What the environment says of the terminal and its reader. */
export interface TerminalEnvironment {
	/** The reader's language (BCP 47 or POSIX, such as `de_DE.UTF-8`), in the order of preference. */
	languages: string[];
	/** Whether characters beyond ASCII can be shown. */
	isUnicode: boolean;
	/** Whether it cannot place the cursor, so that lines are all it shows. */
	isDumb: boolean;
	/** The command of the reader's editor; null when none is set. */
	editor: string | null;
}

export function terminalEnvironment(
	env = Bun.env,
	platform: string = process.platform,
): TerminalEnvironment {
	const charset = env.LC_ALL || env.LC_CTYPE || env.LANG || "";
	const language = env.LC_ALL || env.LC_MESSAGES || env.LANG || "";
	return {
		languages: [...(env.LANGUAGE ?? "").split(":"), language].filter(Boolean),
		isUnicode: platform === "win32" || /utf-?8/i.test(charset),
		isDumb: env.TERM === "dumb",
		editor: env.VISUAL || env.EDITOR || null,
	};
}
