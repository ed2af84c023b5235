/** Opens files in the learner's editor. */
import { spawn } from "node:child_process";

/** Editors with windows of their own: they are not waited for, and the terminal stays ours. */
const WINDOWED =
	/(^|[/\\])(code|code-insiders|codium|cursor|windsurf|zed|zeditor|subl|gedit|gnome-text-editor|kate|mate|bbedit|gvim|mvim|idea|webstorm|pycharm|notepad|notepad\+\+)(\.exe|\.cmd)?$/i;

export const isWindowed = (command: string): boolean =>
	WINDOWED.test(command.trim().split(/\s+/)[0] ?? "");

/**
 * Runs `command`, as the environment names an editor, with `files`. Resolves when it has ended, or, of an editor with a window of its
 * own, when it has started; with what went wrong, or null.
 */
export function openEditor(
	command: string,
	files: readonly string[],
	folder: string,
): Promise<string | null> {
	const waits = !isWindowed(command);
	// Such an editor is told to wait by those who use it for commit messages.
	const called = waits
		? command
		: command.replace(/\s(--wait|-w)(?=\s|$)/g, "");
	const child =
		process.platform === "win32"
			? spawn(called, files as string[], {
					...options(waits),
					cwd: folder,
					shell: true,
				})
			: // As git does: the command may have arguments and quotes.
				spawn("sh", ["-c", `${called} "$@"`, called, ...files], {
					...options(waits),
					cwd: folder,
				});
	if (!waits) child.unref();
	return new Promise((resolve) => {
		child.on("error", ({ message }) => resolve(message));
		if (!waits) child.on("spawn", () => resolve(null));
		else
			child.on("exit", (code, signal) =>
				resolve(code === 0 ? null : `${called}: ${signal ?? code}`),
			);
	});
}

const options = (waits: boolean) =>
	waits
		? { stdio: "inherit" as const }
		: { stdio: "ignore" as const, detached: true };
