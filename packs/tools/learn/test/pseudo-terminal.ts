/** A program in a pseudo-terminal, with a terminal emulator that reads what it prints: the screen is what a person sees. */
import xterm from "@xterm/headless";

export interface PseudoTerminal {
	/** The screen's rows without the spaces at their ends. */
	screen(): string[];
	/** Resolves with the screen once `shows` is true of its text; rejects with the screen after a while. */
	until(shows: (text: string) => boolean, what: string): Promise<string[]>;
	type(keys: string): void;
	resize(columns: number, rows: number): void;
	/** Whether the alternate screen is shown. */
	isAlternate(): boolean;
	/** Everything that was printed. */
	output(): string;
	/** Whether typed characters are echoed and read by lines, as a shell wants it. */
	isCooked(): boolean;
	readonly process: Bun.Subprocess;
	close(): void;
}

/** Where the emulator keeps its cursor. */
interface Core {
	_core: { buffer: { x: number } };
}

/** Flags of termios on Linux and macOS. */
const [ECHO, ICANON] =
	process.platform === "darwin" ? [0x8, 0x100] : [0x8, 0x2];

export function runInTerminal(
	command: string[],
	{
		columns = 80,
		rows = 24,
		cwd,
		env,
	}: {
		columns?: number;
		rows?: number;
		cwd: string;
		env: Record<string, string | undefined>;
	},
): PseudoTerminal {
	const emulator = new xterm.Terminal({
		cols: columns,
		rows,
		allowProposedApi: true,
	});
	// Without wrapping, terminals keep the cursor in the last column, where an erasure takes that cell. This emulator lets it leave the screen.
	for (const final of ["K", "J", "P", "X"])
		emulator.parser.registerCsiHandler({ final }, () => {
			const { buffer } = (emulator as unknown as Core)._core;
			if (!emulator.modes.wraparoundMode)
				buffer.x = Math.min(buffer.x, emulator.cols - 1);
			return false;
		});
	let output = "";
	const decoder = new TextDecoder();
	const child = Bun.spawn(command, {
		cwd,
		env,
		terminal: {
			cols: columns,
			rows,
			data(_, bytes) {
				output += decoder.decode(bytes, { stream: true });
				emulator.write(bytes.slice());
			},
		},
	});
	const terminal = child.terminal as Bun.Terminal;
	const screen = () => {
		const { active } = emulator.buffer;
		return Array.from({ length: emulator.rows }, (_, row) =>
			(
				active
					.getLine(active.viewportY + row)
					?.translateToString(true, 0, emulator.cols) ?? ""
			).trimEnd(),
		);
	};
	return {
		screen,
		process: child,
		output: () => output,
		type: (keys) => void terminal.write(keys),
		isAlternate: () => emulator.buffer.active.type === "alternate",
		isCooked: () =>
			(terminal.localFlags & ECHO) !== 0 &&
			(terminal.localFlags & ICANON) !== 0,
		resize(columns, rows) {
			emulator.resize(columns, rows);
			terminal.resize(columns, rows);
		},
		async until(shows, what) {
			for (let tries = 0; tries < 400; tries++) {
				if (shows(screen().join("\n"))) return screen();
				await Bun.sleep(25);
			}
			throw new Error(`${what}, but the screen shows:\n${screen().join("\n")}`);
		},
		close() {
			child.kill("SIGKILL");
			terminal.close();
			emulator.dispose();
		},
	};
}
