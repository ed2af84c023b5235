/** The workbench as a learner meets it: an installed package in a real window, driven by keyboard where a keyboard can. */
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FrameLocator, Locator, Page } from "playwright-core";
import { accessibilityFaults } from "./accessibility.ts";
import { addressOf, type Browser, openBrowser } from "./browser.ts";
import { DEADLINE_MS, waitFor } from "./deadline.ts";
import { artifacts } from "./places.ts";
import { type Server, type ServerOptions, startServer } from "./server.ts";

/** Milliseconds after which the palette is opened anew: a busy machine gets more each time. */
const PALETTE_MS = { first: 1_000, most: 15_000 };
/** Milliseconds for what a window does when it is idle, which on a busy machine is seldom. */
const IDLE_DEADLINE_MS = 2 * DEADLINE_MS;

/** A line of a view's tree: where it is and what a screen reader is told of it. */
export interface Row {
	label: string;
	/** From 1. */
	level: number;
	expanded: boolean | null;
}

/** Sets the language of a page's window, as a language pack does; without one, VS Code's own texts stay English. */
const setLanguage = (page: Page, language: string) =>
	page.addInitScript(`_VSCODE_NLS_LANGUAGE = "${language}"`);

/** One window with the workspace open. */
export class Workbench {
	/** Chooses commands from the palette by key, as someone without a pointer does. */
	keyboardOnly = false;

	private constructor(
		readonly server: Server,
		private readonly browser: Browser,
	) {}

	/** Starts a server and a browser, whose extensions get texts in `language`, and waits until the window stands. */
	static async open(
		options: ServerOptions = {},
		language = "en",
	): Promise<Workbench> {
		const server = await startServer(options);
		try {
			const browser = await openBrowser({ briefly: true });
			const workbench = new Workbench(server, browser);
			await setLanguage(workbench.page, language);
			await workbench.page.goto(addressOf(server));
			await workbench.standing();
			return workbench;
		} catch (error) {
			await server.stop();
			throw error;
		}
	}

	/** Opens a second window on the folder `workspace`, the same by default, whose extensions get texts in `language`; closing it leaves this one as it is. */
	async openSecond(
		language = "en",
		workspace = this.server.workspace,
	): Promise<Workbench> {
		const page = await this.browser.context.newPage();
		await setLanguage(page, language);
		const server = { ...this.server, workspace, stop: async () => {} };
		const browser = { ...this.browser, page, close: () => page.close() };
		const second = new Workbench(server, browser);
		await page.goto(addressOf(server));
		await second.standing();
		return second;
	}

	/** Kills the process in which the window's extensions run. */
	killHost(): void {
		const started = this.server.log().matchAll(/<(\d+)> Launched Extension/g);
		const [, pid = ""] = [...started].at(-1) ?? [];
		process.kill(Number(pid), "SIGKILL");
	}

	get page(): Page {
		return this.browser.page;
	}

	/** What the window's console tells of errors that are ours: a refused policy, or a fault in the extension or its page. */
	get troubles(): string[] {
		return this.browser.said.filter(
			(line) =>
				/^error.*(Content Security Policy|requires 'Trusted|Uncaught|treeline)/is.test(
					// The folders that VS Code reads are named after the tests, which makes no error ours.
					line.replaceAll(/treeline-vscode-\w+/g, ""),
				) &&
				// VS Code's own frame around a webview complains when it is reloaded.
				!line.includes("/webview/browser/pre/") &&
				// A window that is left ends the reading of files that VS Code had begun.
				!line.includes("Canceled: Canceled"),
		);
	}

	/** Resolves when the extension's output channel has `text`. */
	async logged(text: string): Promise<void> {
		await waitFor(
			async () => (await this.server.channel("Treeline")).includes(text),
			async () => `Not logged: ${await this.server.channel("Treeline")}`,
		);
	}

	/**
	 * Reloads the window by VS Code's own command, which stores the window's state before, and waits until it stands. It waits first until
	 * no copy of a file is left that was not saved once: a reload takes it for unsaved, and older than the file.
	 */
	async reload(): Promise<void> {
		await waitFor(
			async () => (await this.server.backups()).length === 0,
			async () => `Unsaved copies stay: ${await this.server.backups()}`,
			IDLE_DEADLINE_MS,
		);
		// Chromium takes five seconds to find that the service worker of webviews is not out of date.
		await this.page.evaluate(async () => {
			for (const each of await navigator.serviceWorker.getRegistrations())
				await each.unregister();
		});
		const loaded = this.page.waitForEvent("domcontentloaded");
		await this.choose("Developer: Reload Window");
		await loaded;
		await this.standing();
	}

	/** Runs a command by its whole title ("Treeline: Open Challenge…") from the palette, and waits until that is closed. */
	async run(title: string): Promise<void> {
		await this.choose(title);
		const palette = this.page.locator(".quick-input-widget");
		const input = palette.locator("input.input").first();
		// Until then the palette takes the keys, and afterwards it gives the focus back.
		await waitFor(
			async () =>
				!(await palette.isVisible()) ||
				(await input.inputValue()) !== `>${title}`,
			() => `The palette stays open after "${title}" was chosen.`,
		);
	}

	/**
	 * Chooses a command in the palette, opened again until it lists the command: a palette that was opened before the extensions are known
	 * never learns of them, and a page that still loads takes no key.
	 */
	private async choose(title: string): Promise<void> {
		const { page } = this;
		const palette = page.locator(".quick-input-widget");
		const input = palette.locator("input.input").first();
		const rows = palette.locator(".quick-input-list .monaco-list-row");
		const row = rows
			.filter({ has: page.getByText(title, { exact: true }) })
			.first();
		let timeout = PALETTE_MS.first;
		await waitFor(
			async () => {
				try {
					await page.keyboard.press("F1");
					await input.fill(`>${title}`, { timeout });
					await row.waitFor({ timeout });
					return true;
				} catch {
					// Elsewhere, as in a webview, the key would close something else.
					if (await palette.isVisible()) await page.keyboard.press("Escape");
					timeout = Math.min(1.5 * timeout, PALETTE_MS.most);
					return false;
				}
			},
			async () =>
				`The palette lists no command "${title}". Check its title and when clause in the manifest. Listed last: ${(await rows.allInnerTexts()).join("; ")}`,
			IDLE_DEADLINE_MS,
		);
		if (this.keyboardOnly) await this.chooseByKey(rows, title);
		else await row.click();
	}

	/** Goes down an open list to the row with this text, and presses Enter. */
	private async chooseByKey(rows: Locator, text: string): Promise<void> {
		const { page } = this;
		const focused = rows
			.and(page.locator(".focused"))
			.filter({ has: page.getByText(text, { exact: true }) });
		await waitFor(
			async () => {
				if ((await focused.count()) > 0) return true;
				await page.keyboard.press("ArrowDown");
				return false;
			},
			async () =>
				`No key leads to "${text}" in: ${(await rows.allInnerTexts()).join("; ")}`,
		);
		await page.keyboard.press("Enter");
	}

	/** Chooses in an open quick pick the entry whose text contains `name`, by typing `text` and Enter. */
	async pick(text: string, name = text): Promise<void> {
		const { page } = this;
		await page.locator(".quick-input-list .monaco-list-row").first().waitFor();
		await page
			.locator(".quick-input-widget input.input")
			.first()
			.pressSequentially(text);
		await page
			.locator(".quick-input-list .monaco-list-row.focused", { hasText: name })
			.waitFor();
		await page.keyboard.press("Enter");
	}

	/** Brings a view to the front by its container's name in the activity bar. */
	async openView(name: string): Promise<void> {
		await this.run(`View: Show ${name}`);
		await this.tree.locator(".monaco-list-row").first().waitFor();
	}

	/** The first tree in the side bar. */
	get tree(): Locator {
		return this.page.locator(".sidebar .monaco-list").first();
	}

	/** The tree's lines that are in sight. */
	async rows(): Promise<Row[]> {
		return await this.tree.locator(".monaco-list-row").evaluateAll((elements) =>
			elements.map((element) => ({
				label: element.getAttribute("aria-label") ?? "",
				level: Number(element.getAttribute("aria-level")),
				expanded: element.hasAttribute("aria-expanded")
					? element.getAttribute("aria-expanded") === "true"
					: null,
			})),
		);
	}

	/** Goes by keyboard to the first line of the tree whose accessible name holds `label`, and presses `key` on it. */
	async pressOnRow(label: string, key = "Enter"): Promise<void> {
		const { page, tree } = this;
		const wanted = tree
			.locator(`.monaco-list-row[aria-label*="${label}"]`)
			.first();
		const indexOf = async (row: Locator) =>
			Number(await row.getAttribute("data-index"));
		const focused = tree.locator(".monaco-list-row.focused").first();
		await wanted.waitFor();
		await waitFor(
			async () => {
				await tree.focus();
				return tree.evaluate((list) => list.contains(document.activeElement));
			},
			() => "The tree does not take the focus.",
		);
		if ((await focused.count()) === 0) await page.keyboard.press("Home");
		for (;;) {
			await focused.waitFor();
			const [at, target] = [await indexOf(focused), await indexOf(wanted)];
			if (at === target) break;
			await page.keyboard.press(at < target ? "ArrowDown" : "ArrowUp");
			// The list follows a key when it has the time: a second one before that would go past the line.
			await waitFor(
				async () => (await indexOf(focused)) !== at,
				() => `The tree does not move from line ${at} towards "${label}"`,
			);
		}
		await page.keyboard.press(key);
	}

	/** Opens a challenge from the tree by keyboard and waits until the panel shows it. What the window showed instead is in the error. */
	async openChallenge(title: string): Promise<void> {
		await this.pressOnRow(title);
		try {
			await this.panel.getByRole("heading", { name: title }).waitFor();
		} catch (cause) {
			const picture = await this.picture(`no-${title.replaceAll(/\W+/g, "-")}`);
			throw new Error(
				[
					`The panel does not show "${title}"; see ${picture}.`,
					`Tabs: ${(await this.tabs()).join(", ")}. Line in focus: ${await this.focusedRow()}.`,
					...this.browser.said.slice(-20),
				].join("\n"),
				{ cause },
			);
		}
	}

	/** What a screen reader is told of the tree's line in focus; empty when none is. */
	private async focusedRow(): Promise<string> {
		const focused = this.tree.locator(".monaco-list-row.focused");
		if ((await focused.count()) === 0) return "";
		return (await focused.first().getAttribute("aria-label")) ?? "";
	}

	/**
	 * Replaces all of the first group's file with `text` and saves. Each key is sent once the one before has shown its effect: VS Code
	 * asks the extension host before it runs a command for the first time, and would take what is typed meanwhile first.
	 */
	async write(text: string): Promise<void> {
		const { page } = this;
		const { keyboard } = page;
		await this.run("View: Focus First Editor Group");
		const editor = page.locator(".editor-instance .monaco-editor.focused");
		await editor.waitFor();
		await keyboard.press("Control+a");
		await page
			.locator("#status\\.editor\\.selection", { hasText: "selected" })
			.waitFor();
		await keyboard.insertText(text);
		const file = await this.fileIn(editor);
		await page.locator(".tab.active.dirty").first().waitFor();
		await keyboard.press("Control+s");
		await waitFor(
			async () => (await readFile(file, "utf8")) === text,
			async () =>
				`${file} was not saved as it was written. It holds:\n${await readFile(file, "utf8")}`,
		);
	}

	/** Path on disk of the file in an editor. */
	private async fileIn(editor: Locator): Promise<string> {
		const uri = (await editor.getAttribute("data-uri")) ?? "";
		return decodeURIComponent(new URL(uri).pathname);
	}

	/** Names of the open tabs, in order. */
	async tabs(): Promise<string[]> {
		const names = await this.page
			.locator(".tabs-container .tab .monaco-icon-label-container")
			.allTextContents();
		return names.map((name) => name.trim());
	}

	/** The document of the webview in front. */
	get panel(): FrameLocator {
		return this.page
			.frameLocator("iframe.webview.ready")
			.frameLocator("iframe#active-frame");
	}

	/** What axe finds wrong with the webview in front, each as `rule: element`; `rules` are added to those that axe has on. */
	accessibility(...rules: string[]): Promise<string[]> {
		return accessibilityFaults(this.panel, rules);
	}

	/** The text of a notification, from the centre: toasts are at most three at a time. */
	async notification(text: string | RegExp): Promise<string> {
		const centre = this.page.locator(".notifications-center.visible");
		if ((await centre.count()) === 0)
			await this.run("Notifications: Show Notifications");
		const message = centre
			.locator(".notification-list-item-message")
			.filter({ hasText: text })
			.first();
		const found = (await message.textContent()) ?? "";
		// By its key: once the centre is closed, as by a palette that was opened anew, the palette no longer lists the command.
		await waitFor(
			async () => {
				await this.page.keyboard.press("Escape");
				return (await centre.count()) === 0;
			},
			() => "The notification centre stays open.",
		);
		return found;
	}

	/** Keeps a picture in `.artifacts/vscode` and answers its file. */
	async picture(name: string): Promise<string> {
		await mkdir(artifacts, { recursive: true });
		const path = join(artifacts, `${name}.png`);
		await this.page.screenshot({ path });
		return path;
	}

	/** The state of the window for a failed test: notifications, URI callbacks not read yet, consoles, and the logs of the extension and the server. */
	async evidence(): Promise<string> {
		const notifications = await this.page
			.locator(".notification-list-item-message")
			.allInnerTexts();
		const callbacks = await this.page.evaluate(() =>
			Object.entries(localStorage).filter(([key]) => key.includes("callback")),
		);
		const consoles = this.browser.said.slice(-30);
		return [
			JSON.stringify({ notifications, callbacks, consoles }, null, 1),
			await this.server.channel("Treeline"),
			await this.server.channel("remoteexthost"),
			this.server.log().slice(-3_000),
		].join("\n");
	}

	async close(): Promise<void> {
		await this.browser.close();
		await this.server.stop();
	}

	private async standing(): Promise<void> {
		await this.page
			.locator(".monaco-workbench .activitybar .action-item")
			.first()
			.waitFor({ timeout: DEADLINE_MS });
	}
}
