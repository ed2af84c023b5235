/**
 * Packs, folders, settings and services that mean harm, and commands without a challenge. Of each row three outcomes are looked at: which
 * files were written, what was executed (the pages' consoles, when the host has ended), and the message that says what was refused.
 */
import * as vscode from "vscode";
import type { TreelineApi } from "../../../treeline-api.ts";
import { equal, ok, until } from "../expect.ts";
import { MARKUP, REFUSED, REFUSED_PACKS } from "../hostile-pack.ts";
import { expectRefused, observe } from "../observe.ts";

const open = (pack: string, challenge: string) =>
	vscode.commands.executeCommand("treeline.openChallenge", {
		key: { pack, challenge },
	});

describe("a hostile pack", () => {
	const extension =
		vscode.extensions.getExtension<TreelineApi>("treeline.treeline");
	const folderOf = async (challenge: string) => {
		const api = await extension?.activate();
		const folder = api?.folderOf("hostile", challenge);
		ok(folder, "the challenge has no folder");
		return folder;
	};
	/**
	 * Opens a challenge that may be opened and verifies it in its panel: its file is all that is written, and nothing is executed or said.
	 * Resolves with the diagnostics of its file.
	 */
	const openAndVerify = async (challenge: string) => {
		const key = { pack: "hostile", challenge };
		const { changed, executed, said } = await observe(async () => {
			await open("hostile", challenge);
			await vscode.commands.executeCommand("treeline.verify", { key });
		});
		const uri = vscode.Uri.joinPath(await folderOf(challenge), "app.js");
		const others = changed.filter((path) => !uri.path.startsWith(path));
		equal(others.join(), "", "other files that changed");
		equal(executed.join(), "", "what was executed");
		equal(said.join(), "", "messages");
		return until(() => {
			const found = vscode.languages.getDiagnostics(uri);
			return found.length > 0 ? found : null;
		}, "no check of the challenge is missed");
	};

	after(async () => {
		const folder = vscode.Uri.joinPath(await folderOf("scripts"), "..");
		await vscode.workspace.fs.delete(folder, { recursive: true });
	});

	for (const [slug, { said }] of Object.entries(REFUSED))
		it(`"${slug}" is refused`, () =>
			expectRefused(() => open("hostile", slug), said));

	for (const [slug, said] of Object.entries(REFUSED_PACKS))
		it(`called "${slug}" is refused`, () =>
			expectRefused(() => open(slug, "one"), said));

	it("has scripts and links to commands in its texts, and none is run or can be selected", async () => {
		const [diagnostic] = await openAndVerify("scripts");
		ok(
			diagnostic?.message.startsWith(MARKUP),
			`it said: ${diagnostic?.message}`,
		);
		const key = { pack: "hostile", challenge: "scripts" };
		const { changed, executed, said } = await observe(async () => {
			await vscode.commands.executeCommand("treeline.nextHint", { key });
			await vscode.commands.executeCommand("treeline.showCheckHint", {
				key,
				description: MARKUP,
			});
		});
		equal(said.length, 1, "number of messages");
		ok(!said[0]?.includes("](command:"), `it said: ${said[0]}`);
		equal(changed.join(), "", "files that changed");
		equal(executed.join(), "", "what was executed");
	});

	it("has a prompt that takes long to read, and is verified all the same", async () => {
		const [diagnostic] = await openAndVerify("brackets");
		equal(diagnostic?.code, "methodCall", "the diagnostic's code");
	});

	it("has a pattern without end: its check says so, and others are verified as before", async () => {
		const [diagnostic] = await openAndVerify("endless");
		ok(
			diagnostic?.message.includes("took too long"),
			`it said: ${diagnostic?.message}`,
		);
		await openAndVerify("scripts");
	});

	it("has a file that grew beyond a megabyte: it is not read", async () => {
		const pack = vscode.Uri.joinPath(await folderOf("scripts"), "..");
		await vscode.workspace.fs.writeFile(
			vscode.Uri.joinPath(pack, "04-grown", "app.js"),
			new TextEncoder().encode("x".repeat(1024 * 1024 + 1)),
		);
		await expectRefused(
			() =>
				vscode.commands.executeCommand("treeline.verify", {
					key: { pack: "hostile", challenge: "grown" },
				}),
			"`app.js` is larger than 1 MiB",
		);
	});
});

describe("a folder for challenges", () => {
	const settings = () => vscode.workspace.getConfiguration("treeline");
	afterEach(() =>
		settings().update(
			"folder",
			undefined,
			vscode.ConfigurationTarget.Workspace,
		),
	);

	for (const [name, said] of [
		["../outside", 'leaves the challenge\'s folder with ".."'],
		["/tmp/outside", "is absolute"],
		[".vscode", "changes how tools behave"],
	] as const)
		it(`called "${name}" is refused`, async () => {
			await settings().update(
				"folder",
				name,
				vscode.ConfigurationTarget.Workspace,
			);
			await expectRefused(() => open("express", "narrow-the-shelf"), said);
		});
});

describe("a service that means harm", () => {
	/** A row of the search, whose texts and names are all the service's. */
	const row = (packSlug: string, slug: string) => ({
		packSlug,
		packName: MARKUP,
		slug,
		order: 1,
		title: `Quokka ${MARKUP}`,
		difficulty: "beginner",
		tags: [MARKUP],
		timeEstimateSeconds: 60,
	});
	const rows = [
		row("..", "admin"),
		row("quokkas", "../../admin"),
		row("quokkas", "feed?next=//elsewhere.example"),
		row("quokkas", "feed"),
	];

	it("finds challenges for the search: they are text there, and only those are listed whose page is one of a challenge", async () => {
		const { window } = vscode;
		const create = window.createQuickPick;
		const { fetch } = globalThis;
		const picker = create.call(window) as vscode.QuickPick<
			vscode.QuickPickItem & { page: string | null }
		>;
		window.createQuickPick = (() => picker) as never;
		globalThis.fetch = (async () => Response.json({ data: rows })) as never;
		try {
			const { changed, executed } = await observe(async () => {
				const searched = vscode.commands.executeCommand(
					"treeline.openChallenge",
				);
				await until(() => picker.items.length > 0, "nothing is listed");
				picker.value = "quokka";
				const found = await until(() => {
					const items = picker.items.filter(({ page }) => page);
					return items.length > 0 ? items : null;
				}, "the service's rows are not listed");
				const server = vscode.workspace
					.getConfiguration("treeline")
					.get<string>("server", "");
				equal(
					found.map(({ page }) => page).join(),
					`${server}/packs/quokkas/feed`,
					"pages",
				);
				picker.hide();
				await searched;
			});
			equal(changed.join(), "", "files that changed");
			equal(executed.join(), "", "what was executed");
		} finally {
			window.createQuickPick = create;
			globalThis.fetch = fetch;
		}
	});
});

describe("what is not there", () => {
	for (const [pack, challenge, said] of [
		["../../etc", "passwd", 'There is no pack "../../etc"'],
		["express", "nothing", 'There is no challenge "nothing"'],
	] as const)
		it(`${pack}/${challenge} is refused`, () =>
			expectRefused(() => open(pack, challenge), said));
});
