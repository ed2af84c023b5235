/** The workbench as a learner meets it: an installed package in a real window, driven by keyboard where a keyboard can. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import axe from "axe-core";
import type { FrameLocator, Locator, Page } from "playwright-core";
import { addressOf, type Browser, openBrowser } from "./browser.ts";
import { artifacts } from "./places.ts";
import { type Server, type ServerOptions, startServer } from "./server.ts";

/** A window in a browser writes down its tabs and its state every five seconds; a reload loses what is younger. Milliseconds. */
const KEPT_WITHIN = 6_000;

/** A line of a view's tree: where it is and what a screen reader is told of it. */
export interface Row {
	label: string;
	/** From 1. */
	level: number;
	expanded: boolean | null;
}

interface Axe {
	axe: typeof axe;
}

/** One window with the workspace open. */
export class Workbench {
	private constructor(
		private readonly server: Server,
		private readonly browser: Browser,
	) {}

	/** Starts a server and a browser and waits until the window stands. */
	static async open(options: ServerOptions = {}): Promise<Workbench> {
		const server = await startServer(options);
		try {
			const workbench = new Workbench(server, await openBrowser());
			await workbench.page.goto(addressOf(server));
			await workbench.standing();
			return workbench;
		} catch (error) {
			await server.stop();
			throw error;
		}
	}

	get page(): Page {
		return this.browser.page;
	}

	/** Folder of the workspace on disk. */
	get folder(): string {
		return this.server.workspace;
	}

	/** What the window's console tells of errors that are ours: a refused policy, or a fault in the extension or its page. */
	get troubles(): string[] {
		return this.browser.said.filter(
			(line) =>
				/^error.*(Content Security Policy|Uncaught|treeline)/is.test(line) &&
				// VS Code's own frame around a webview complains when it is reloaded.
				!line.includes("/webview/browser/pre/"),
		);
	}

	/** Loads the window anew, as "Developer: Reload Window" does, and waits until it stands. */
	async reload(): Promise<void> {
		await pause(KEPT_WITHIN);
		await this.page.reload();
		await this.standing();
	}

	/**
	 * Runs a command by its whole title ("Treeline: Open Challenge…") from the palette, again until it is listed: opened before the
	 * extensions are known, the palette never learns of them.
	 */
	async run(title: string): Promise<void> {
		const { page } = this;
		const input = page.locator(".quick-input-widget input.input").first();
		const row = page
			.locator(".quick-input-list .monaco-list-row")
			.filter({ has: page.getByText(title, { exact: true }) })
			.first();
		for (let tries = 0; tries < 10; tries++)
			try {
				await page.keyboard.press("F1");
				await input.fill(`>${title}`, { timeout: 2_000 });
				await row.waitFor({ timeout: 2_000 });
				await row.click();
				return;
			} catch {
				await page.keyboard.press("Escape");
			}
		const listed = await page
			.locator(".quick-input-list .monaco-list-row")
			.allInnerTexts();
		throw new Error(
			`The palette lists no command "${title}". Check its title and when clause in the manifest. Listed last: ${listed.join("; ")}`,
		);
	}

	/** Chooses in an open quick pick the entry whose text contains `text`, by typing and Enter. */
	async pick(text: string): Promise<void> {
		const { page } = this;
		await page
			.locator(".quick-input-list .monaco-list-row", { hasText: text })
			.first()
			.waitFor();
		await page.keyboard.type(text);
		await page
			.locator(".quick-input-list .monaco-list-row.focused", { hasText: text })
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
		const wanted = tree.locator(`.monaco-list-row[aria-label*="${label}"]`);
		await wanted.first().waitFor();
		await tree.focus();
		await page.keyboard.press("Home");
		const lines = await tree.locator(".monaco-list-row").count();
		for (let steps = 0; steps < lines + 200; steps++) {
			const at = await this.focusedRow();
			if (at.includes(label)) {
				await page.keyboard.press(key);
				return;
			}
			await page.keyboard.press("ArrowDown");
			// The list follows a key when it has the time: a second one before that would go past the line.
			await this.until(async () => (await this.focusedRow()) !== at);
		}
		throw new Error(`The tree has no line "${label}" that arrows reach`);
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

	private async until(done: () => Promise<boolean>): Promise<void> {
		for (let tries = 0; tries < 40 && !(await done()); tries++) await pause(50);
	}

	/** Replaces all of the editor in front with `text` and saves. */
	async write(text: string): Promise<void> {
		const { keyboard } = this.page;
		await this.run("View: Focus Active Editor Group");
		await keyboard.press("Control+a");
		await keyboard.insertText(text);
		await keyboard.press("Control+s");
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

	/** What axe finds wrong with the webview in front, each as `rule: element`. */
	async accessibility(): Promise<string[]> {
		const element = await this.panel.locator("html").elementHandle();
		const frame = await element?.ownerFrame();
		if (!frame) throw new Error("no webview is in front");
		await frame.evaluate(axe.source);
		return frame.evaluate(async () => {
			const { violations } = await (globalThis as unknown as Axe).axe.run();
			return violations.flatMap(({ id, nodes }) =>
				nodes.map(({ html }) => `${id}: ${html}`),
			);
		});
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
		await this.run("Notifications: Hide Notifications");
		return found;
	}

	/** Keeps a picture in `.artifacts/vscode` and answers its file. */
	async picture(name: string): Promise<string> {
		await mkdir(artifacts, { recursive: true });
		const path = join(artifacts, `${name}.png`);
		await this.page.screenshot({ path });
		return path;
	}

	async close(): Promise<void> {
		await this.browser.close();
		await this.server.stop();
	}

	private async standing(): Promise<void> {
		await this.page
			.locator(".monaco-workbench .activitybar .action-item")
			.first()
			.waitFor({ timeout: 60_000 });
	}
}
