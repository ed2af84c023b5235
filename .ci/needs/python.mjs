/**
 * A Python that can run the Python pack, told as `TREELINE_PYTHON`: an interpreter that has what is needed, else a private environment
 * of packages, else, on Debian as root, a minimal Debian 13 of its own, run by `chroot`. What is made is kept in a cache folder that
 * all clones share. As a program it prints the command on its last line.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launcher, quietly, Stop, step } from "../step.mjs";
import { canInstall, install } from "./apt.mjs";
import { buildAside, CACHE, isRoot } from "./cache.mjs";
import { findProgram } from "./find.mjs";

/** Debian 12's own FastAPI, 0.92, ignores `lifespan=` in silence: versions are asked, not only names. */
const PROBE = `
import sys, fastapi, httpx, pydantic, pytest
version = lambda module: tuple(int(part) for part in module.__version__.split(".")[:2])
sys.exit(0 if version(fastapi) >= (0, 115) and version(pydantic) >= (2, 0) else 1)`;

const PACKAGES = [
	"fastapi>=0.115,<1",
	"pydantic>=2,<3",
	"httpx<1",
	"pytest>=8",
];
const DEBIAN = "python3-fastapi,python3-httpx,python3-pytest";
const NAMES = ["python3", "python3.14", "python3.13", "python3.12", "python"];

const ENVIRONMENT = join(CACHE, "python");
const DEBIAN_13 = join(CACHE, "debian-13");
const IN_ENVIRONMENT = join(
	ENVIRONMENT,
	process.platform === "win32" ? "Scripts/python.exe" : "bin/python3",
);

export default {
	name: "python",
	async ensure() {
		return { env: { TREELINE_PYTHON: await ensurePython() } };
	},
};

async function ensurePython() {
	const found = findPython();
	if (found) return found;
	mkdirSync(CACHE, { recursive: true });
	const reasons = [];
	for (const make of [makeEnvironment, makeDebian]) {
		try {
			await make();
			const made = findPython();
			if (made) return made;
			reasons.push("What was installed is too old.");
		} catch (error) {
			if (!(error instanceof Stop)) throw error;
			reasons.push(error.message);
		}
	}
	throw new Stop(
		`The Python pack needs an interpreter with fastapi 0.115 or later, pydantic 2, httpx and pytest, and none was found or could be made.\n${reasons.join("\n")}\nInstall them (python3 -m pip install fastapi httpx pytest), or set TREELINE_PYTHON to an interpreter that has them; then run the command again.`,
	);
}

/** The command of an interpreter that has all that is needed; undefined when there is none. */
function findPython() {
	const { TREELINE_PYTHON } = process.env;
	if (TREELINE_PYTHON && canRun(TREELINE_PYTHON)) return TREELINE_PYTHON;
	const program = findProgram([...NAMES, IN_ENVIRONMENT], ["-c", PROBE]);
	if (program) return program;
	const rooted = `chroot ${DEBIAN_13} /usr/bin/python3`;
	return isRoot && existsSync(DEBIAN_13) && canRun(rooted) ? rooted : undefined;
}

function canRun(command) {
	const [file, ...args] = existsSync(command) ? [command] : command.split(" ");
	return (
		spawnSync(file, [...args, "-c", PROBE], { timeout: 30_000 }).status === 0
	);
}

async function makeEnvironment() {
	const python = findProgram(NAMES, [
		"-c",
		"import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 9))",
	]);
	if (!python) throw new Stop("There is no Python 3.9 or later with venv.");
	const options = {
		failure: "The packages of the Python pack could not be installed with pip",
		next: "Check the network, then run the command again.",
	};
	// Not aside and renamed: an environment holds its own address. A half-made one fails the probe and is made again.
	const clear = () => rmSync(ENVIRONMENT, { recursive: true, force: true });
	await step("Installing FastAPI into an environment of its own", async () => {
		clear();
		await quietly([python, "-m", "venv", ENVIRONMENT], options);
		await quietly(
			[
				...[IN_ENVIRONMENT, "-m", "pip", "install", "--quiet"],
				// Where there is no way out, that is known in seconds.
				...["--retries", "0", "--timeout", "10"],
				...["--disable-pip-version-check", ...PACKAGES],
			],
			options,
		).catch((error) => {
			clear();
			throw error;
		});
	});
}

async function makeDebian() {
	if (!canInstall())
		throw new Stop("A small Debian 13 can be made only on Debian, as root.");
	if (!findProgram(["debootstrap"])) await install("debootstrap");
	await step("Making a small Debian 13 with FastAPI (40 s, 310 MB)", () =>
		buildAside(DEBIAN_13, async (folder) => {
			await quietly(
				[
					...["debootstrap", "--variant=minbase", `--include=${DEBIAN}`],
					...["trixie", folder],
				],
				{
					failure: "A Debian 13 with FastAPI could not be made",
					next: "Check the network and the package sources, then run the command again.",
				},
			);
			// Unpacked already; a third of the room.
			rmSync(join(folder, "var/cache/apt/archives"), {
				recursive: true,
				force: true,
			});
		}),
	);
}

if (
	process.argv[1] &&
	realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
)
	await launcher(async () => {
		console.log(await ensurePython());
		return 0;
	});
