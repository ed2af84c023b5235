/** The VS Code server: a fresh profile for each start, a port of its own choice, and an end that leaves no process and no file. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Glob } from "bun";
import { waitFor } from "./deadline.ts";
import { fromHost, nodeForHost } from "./places.ts";
import { QUIET } from "./settings.ts";

export interface ServerOptions {
	/** A folder whose copy is the workspace; an empty workspace by default. */
	workspace?: string | undefined;
	/** A packaged extension to install first. */
	vsix?: string | undefined;
	/** User settings on top of the quiet ones. */
	settings?: Record<string, unknown> | undefined;
	/** Variables that extensions will see. */
	env?: Record<string, string> | undefined;
	/**
	 * Lets a page ask for an extension under development, and keeps toasts and dialogs away; the workspace is opened by a workspace file.
	 * VS Code has all of its own extensions then, else those of `BUILT_IN`.
	 */
	development?: boolean | undefined;
	/** All of VS Code's own extensions, also without `development`. */
	allBuiltIns?: boolean | undefined;
}

export interface Server {
	port: number;
	/** Folder of the workspace on disk. */
	workspace: string;
	/** A workspace file that names this folder: with one, others can be added without a reload. Null where the folder itself is opened. */
	workspaceFile: string | null;
	/** All that the server and the extension host printed. */
	log(): string;
	/** All that extensions wrote into their output channels of this name. */
	channel(name: string): Promise<string>;
	/** Files in which the window keeps what is not saved yet: a reload takes them up again. */
	backups(): Promise<string[]>;
	/** Ends the server and removes its profile and workspace. */
	stop(): Promise<void>;
}

/** Starts a server. Throws with what it printed when it ends or says nothing instead. */
export async function startServer(
	options: ServerOptions = {},
): Promise<Server> {
	const folder = await mkdtemp(join(tmpdir(), "treeline-vscode-"));
	const workspace = join(folder, "workspace");
	await mkdir(join(folder, "user/User"), { recursive: true });
	await mkdir(workspace);
	if (options.workspace)
		await cp(options.workspace, workspace, { recursive: true });
	const workspaceFile = options.development
		? join(folder, "tests.code-workspace")
		: null;
	if (workspaceFile)
		await writeFile(
			workspaceFile,
			JSON.stringify({ folders: [{ path: "workspace" }] }),
		);
	await writeFile(
		join(folder, "user/User/settings.json"),
		JSON.stringify({ ...QUIET, ...options.settings }),
	);
	const clean = () =>
		rm(folder, { recursive: true, force: true, maxRetries: 10 });
	try {
		if (options.vsix) await install(folder, options.vsix);
		const flags = flagsOf(options);
		if (!options.development && !options.allBuiltIns)
			flags.push("--builtin-extensions-dir", await linkBuiltIns(folder));
		const server = run(folder, flags, options.env);
		const port = await server.heard(/agent listening on (\d+)/);
		return {
			port: Number(port),
			workspace,
			workspaceFile,
			log: server.log,
			async channel(name) {
				const files = new Glob(`**/${name}.log`).scan({
					cwd: folder,
					absolute: true,
				});
				const texts: string[] = [];
				for await (const file of files) texts.push(await Bun.file(file).text());
				return texts.join("\n");
			},
			backups: () =>
				Array.fromAsync(
					new Glob("user/User/Backups/**/*").scan({ cwd: folder }),
				),
			async stop() {
				await server.end();
				await clean();
			},
		};
	} catch (error) {
		await clean();
		throw error;
	}
}

/** VS Code's own extensions that have to do with the files of challenges and with how a window looks: all 94 cost each load of a window a second of processor time. */
const BUILT_IN = [
	"configuration-editing",
	"css",
	"css-language-features",
	"emmet",
	"html",
	"html-language-features",
	"javascript",
	"json",
	"json-language-features",
	"markdown-basics",
	"markdown-language-features",
	"python",
	"theme-defaults",
	"typescript-basics",
];

/** A folder with these alone. */
async function linkBuiltIns(parent: string): Promise<string> {
	const folder = join(parent, "built-in");
	await mkdir(folder);
	for (const name of BUILT_IN)
		await symlink(
			fromHost(`code-server/lib/vscode/extensions/${name}`),
			join(folder, name),
		);
	return folder;
}

async function install(folder: string, vsix: string): Promise<void> {
	const installing = run(folder, ["--install-extension", vsix]);
	try {
		await installing.heard(/(was successfully installed)/);
	} finally {
		await installing.end();
	}
}

function flagsOf({ development }: ServerOptions): string[] {
	const flags =
		"--host 127.0.0.1 --port 0 --without-connection-token --accept-server-license-terms --telemetry-level off --disable-workspace-trust --enable-remote-auto-shutdown";
	return [
		...flags.split(" "),
		...(development ? ["--enable-smoke-test-driver"] : []),
	];
}

function run(folder: string, flags: string[], env = {}) {
	const child = spawn(
		nodeForHost(),
		[
			fromHost("code-server/lib/vscode/out/server-main.js"),
			...flags,
			...["--server-data-dir", join(folder, "server")],
			...["--user-data-dir", join(folder, "user")],
			...["--extensions-dir", join(folder, "extensions")],
		],
		{
			// A group of its own: the extension host outlives the server for a moment, and must end before its folder goes.
			detached: true,
			stdio: ["ignore", "pipe", "pipe"],
			env: { ...process.env, EXTENSIONS_GALLERY: '{"serviceUrl":""}', ...env },
		},
	);
	let said = "";
	const hear = (chunk: Buffer) => {
		said += chunk;
	};
	child.stdout.on("data", hear);
	child.stderr.on("data", hear);
	const orphaned = () => signal(child, "SIGKILL");
	process.on("exit", orphaned);
	return {
		log: () => said,
		heard: (pattern: RegExp) => heard(child, pattern, () => said),
		async end() {
			process.off("exit", orphaned);
			await endGroup(child);
		},
	};
}

async function heard(
	child: ChildProcess,
	pattern: RegExp,
	log: () => string,
): Promise<string> {
	const find = () => pattern.exec(log())?.[1] ?? null;
	const failure = () =>
		`VS Code's server never said ${pattern}. It ended with code ${child.exitCode}, and printed:\n${log().slice(-4_000)}`;
	try {
		return await waitFor(() => {
			const ended = child.exitCode !== null;
			const found = find();
			if (ended && found === null) throw new Error(failure());
			return found;
		}, failure);
	} catch (error) {
		await endGroup(child);
		throw error;
	}
}

/** Ends the server and all that it started. */
async function endGroup(child: ChildProcess): Promise<void> {
	const running = child.exitCode === null && child.signalCode === null;
	const exited = running ? once(child, "exit") : null;
	signal(child, "SIGKILL");
	await exited;
}

/** Whether the child's group was there to be told. */
function signal({ pid }: ChildProcess, name: NodeJS.Signals): boolean {
	if (pid === undefined) return false;
	try {
		return process.kill(-pid, name);
	} catch {
		return false;
	}
}
