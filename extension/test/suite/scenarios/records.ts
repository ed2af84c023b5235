/** Records on disk, where each window writes its own and the next one finds all. */
import { dueOf } from "@treeline/packs/practice";
import cases from "@treeline/packs/practice/cases";
import * as vscode from "vscode";
import { createPractice } from "../../../session/practice.ts";
import { createProgress } from "../../../session/progress.ts";
import { openEditorStorage } from "../../../session/storage.ts";
import { equal, ok } from "../expect.ts";

/** A global state in memory. */
const stateOf = (stored: Map<string, unknown>): vscode.Memento => ({
	keys: () => [...stored.keys()],
	get: <Value>(key: string, otherwise?: Value) =>
		(stored.get(key) ?? otherwise) as Value,
	update: async (key, value) =>
		void (value === undefined ? stored.delete(key) : stored.set(key, value)),
});

describe("stored records", () => {
	let folder: vscode.Uri;
	let logged: string[];
	let state: Map<string, unknown>;
	const begin = () => {
		const log = (message: string | Error) => logged.push(String(message));
		return openEditorStorage(
			{ globalStorageUri: folder, globalState: stateOf(state) },
			{ warn: log, error: log },
		);
	};
	const open = async () => {
		const storage = begin();
		await storage.loaded;
		return storage;
	};
	const isText = (value: unknown) => typeof value === "string";
	before(() => {
		const [root] = vscode.workspace.workspaceFolders ?? [];
		ok(root, "no folder is open");
		folder = vscode.Uri.joinPath(root.uri, "records-of-tests");
	});
	beforeEach(() => {
		logged = [];
		state = new Map();
	});
	afterEach(() => vscode.workspace.fs.delete(folder, { recursive: true }));

	it("of attempts make those challenges due that are due on the page, in the next window too", async () => {
		const storage = await open();
		const load = async () => ({ dueOf });
		const practice = createPractice(storage, load);
		let notified = 0;
		practice.watch(() => notified++);
		for (const [challengeId, attempts] of Object.entries(cases.attempts))
			for (const { at, ...attempt } of attempts)
				practice.add({
					...attempt,
					challengeId,
					attemptedAt: at,
					clientAttemptId: crypto.randomUUID(),
				});
		const expected = cases.due.map(({ challenge }) => challenge).join();
		const namesOf = async ({ due }: typeof practice) =>
			(await due(new Date(cases.now)))
				.map(({ pack, challenge }) => `${pack}/${challenge}`)
				.join();
		equal(await namesOf(practice), expected, "due");
		equal(notified, Object.values(cases.attempts).flat().length, "notified");
		await storage.settled();
		const next = createPractice(await open(), load);
		equal(await namesOf(next), expected, "due after a restart");
		const before = await next.due(new Date("2026-01-02"));
		equal(before.length, 0, "due before");
	});

	it("of two windows that store at once are all in the next window", async () => {
		const windows = await Promise.all([open(), open()]);
		const keys: string[] = [];
		for (const round of [1, 2, 3, 4])
			windows.forEach((window, number) => {
				const key = `outbox:${number}/${round}`;
				keys.push(key);
				window.write(key, "first");
				window.write(key, `latest ${key}`);
			});
		await Promise.all(windows.map(({ settled }) => settled()));
		const next = await open();
		equal(next.keys("outbox:").join(), keys.sort().join(), "keys");
		for (const key of keys)
			equal(next.read(key, isText), `latest ${key}`, `record ${key}`);
		equal(logged.join(), "", "log");
	});

	it("may be removed by two windows, and are gone in the next one", async () => {
		const first = await open();
		first.write("outbox:1", "text");
		await first.settled();
		const second = await open();
		for (const window of [first, second]) window.remove("outbox:1");
		await Promise.all([first.settled(), second.settled()]);
		equal((await open()).keys("").length, 0, "number of records");
		equal(logged.join(), "", "log");
	});

	it("that are damaged are left alone, and unrecognised ones set aside", async () => {
		const first = await open();
		first.write("outbox:1", { of: "another version" });
		await first.settled();
		await vscode.workspace.fs.writeFile(
			vscode.Uri.joinPath(folder, "records", "outbox%3A2.json"),
			new TextEncoder().encode('"half'),
		);
		const second = await open();
		ok(logged.join().includes("outbox%3A2.json"), "nothing is logged");
		equal(second.read("outbox:1", isText), null, "the record");
		await second.settled();
		equal((await open()).keys("").join(), "aside:outbox:1", "keys");
	});

	it("that are written or removed while the others are read stay so, and the others come", async () => {
		const first = await open();
		for (const key of ["draft:1", "draft:2", "draft:3"])
			first.write(key, "first");
		await first.settled();
		const second = begin();
		let notified = 0;
		second.watch(() => notified++);
		second.write("draft:1", "second");
		second.remove("draft:2");
		equal(second.keys("").join(), "draft:1", "keys before");
		await second.loaded;
		equal(second.keys("").join(), "draft:1,draft:3", "keys");
		equal(second.read("draft:1", isText), "second", "the written record");
		equal(notified, 1, "number of notifications");
		await second.settled();
		equal((await open()).keys("").join(), "draft:1,draft:3", "keys on disk");
	});

	it("of a version that stored them in the global state are moved", async () => {
		state = new Map<string, unknown>([
			["treeline.kept:outbox:1", "text"],
			["treeline.kept:aside:outbox:2", { of: "another version" }],
			["treeline.person", "Robin Vale"],
		]);
		await (await open()).settled();
		equal([...state.keys()].join(), "treeline.person", "keys of the state");
		const next = await open();
		equal(next.keys("").join(), "aside:outbox:2,outbox:1", "keys");
		equal(next.read("outbox:1", isText), "text", "the record");
		equal(logged.join(), "", "log");
	});
});

describe("progress", () => {
	const key = (challenge: string) => ({ pack: "express", challenge });
	const open = (stored: Map<string, unknown>) =>
		createProgress(stateOf(stored), {
			error: (message) => ok(false, String(message)),
		});

	it("outlives another window that replaces the state", async () => {
		const stored = new Map<string, unknown>();
		const progress = open(stored);
		await progress.update(key("a"), { status: "passed" });
		// The other window knows of another challenge only.
		const other = { status: "attempted", hintsShown: 2, seconds: 0 };
		stored.set("treeline.progress", { "express/b": other });
		equal(progress.of(key("a")).status, "passed", "status in this window");
		equal(progress.of(key("b")).hintsShown, 2, "hints in the other one");
		await progress.update(key("c"), { status: "attempted" });
		const names = Object.keys(stored.get("treeline.progress") as object);
		equal(names.sort().join(), "express/a,express/b,express/c", "stored");
		progress.dispose();
	});

	it("that another window has replaced is put back when the window gains or loses the focus", async () => {
		const stored = new Map<string, unknown>();
		const focus = new vscode.EventEmitter<vscode.WindowState>();
		const window = vscode.window as { onDidChangeWindowState: unknown };
		const before = window.onDidChangeWindowState;
		window.onDidChangeWindowState = focus.event;
		const progress = open(stored);
		window.onDidChangeWindowState = before;
		await progress.update(key("a"), { status: "passed" });
		const other = { status: "attempted", hintsShown: 2, seconds: 0 };
		stored.set("treeline.progress", { "express/b": other });
		focus.fire({ focused: false, active: false });
		// Waits for what the event began.
		await progress.update(key("b"), { hintsShown: 1 });
		const names = Object.keys(stored.get("treeline.progress") as object);
		equal(names.sort().join(), "express/a,express/b", "stored");
		progress.dispose();
		focus.dispose();
	});

	it("is reported by an update that stores nothing new, when it was not shown yet", async () => {
		const stored = new Map<string, unknown>();
		const progress = open(stored);
		await progress.update(key("a"), { status: "passed" });
		let changes = 0;
		progress.onChange(() => changes++);
		await progress.update(key("a"), { status: "passed" });
		equal(changes, 0, "number of reports of nothing new");
		// VS Code has taken over another window's state.
		const passed = { status: "passed", hintsShown: 0, seconds: 0 };
		stored.set("treeline.progress", { "express/b": passed });
		await progress.update(key("b"), { status: "passed" });
		equal(changes, 1, "number of reports");
		progress.dispose();
	});
});
