/** The installed page: offline use after the first visit, and updates. Only these tests run the service worker. */
import { expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { STORED_HEADER } from "../offline/manifest.ts";
import { storedForOffline } from "./browser-storage.ts";
import {
	CHALLENGE_1,
	code,
	engineReady,
	textBecomes,
	verify,
	write,
} from "./challenge-page.ts";
import { forThisFile, openWorld, type World } from "./harness.ts";
import { axeViolations } from "./visual-checks.ts";

const world = forThisFile(() => openWorld());
const INSTALLABLE = { serviceWorkers: "allow" } as const;

const READ = "/api/v1/packs/express";

test("the challenges of an opened pack work while the service is down, without anything of the learner's account", async () => {
	const page = await world.open("/", INSTALLABLE);
	await world.signIn(page, "Robin");
	await page.goto(`${world.url}/packs/express`);
	await page.getByRole("button", { name: /Robin/ }).waitFor();
	const read = `${READ}/challenges/look-up-one-book`;
	await storedForOffline(
		page,
		READ,
		read,
		`${READ}/challenges/open-the-whole-library`,
	);
	const status = await page.evaluate(async (path) => {
		const response = await caches.match(path, { ignoreVary: true });
		return (await response?.json())?.data.status;
	}, read);
	expect(status).toBeNull();
	// A formatter is not downloaded ahead, and is there once it was used.
	const formatter = await rarelyUsed();
	const size = (path: string) =>
		fetch(path).then(async (each) => (await each.blob()).size);
	const isStored = (path: string) => caches.match(path).then(Boolean);
	expect(await page.evaluate(isStored, formatter)).toBe(false);
	const downloaded = await page.evaluate(size, formatter);
	await page.waitForFunction(isStored, formatter);
	await world.pull();
	try {
		await page.goto(`${world.url}/packs/express/look-up-one-book`);
		await code(page).waitFor();
		// It is marked, so that it replaces nothing that is the learner's own.
		const mark = await page.evaluate(
			async ([path, name]) => (await fetch(path)).headers.get(name),
			[read, STORED_HEADER] as const,
		);
		expect(mark).toBe("1");
		expect(await page.evaluate(size, formatter)).toBe(downloaded);
		// Sign-in is the service's alone: its address is never answered by the page.
		await expect(page.goto(`${world.url}/api/auth/signin`)).rejects.toThrow();
	} finally {
		await world.plug();
	}
	await page.context().close();
});

test("a pack is kept offline, with its grammars, until it is removed; what goes wrong is said, and leaves nothing", async () => {
	const page = await world.open("/packs/fastapi", INSTALLABLE);
	await page.waitForFunction(() => navigator.serviceWorker.controller);
	const press = (name: string) =>
		page.getByRole("button", { name }).press("Enter");
	const isKept = () => page.evaluate(() => caches.has("treeline-kept-fastapi"));
	const fillCaches = (isFull: boolean) =>
		page.evaluate((full) => {
			const { prototype } = Cache as unknown as {
				prototype: { put: Cache["put"]; own?: Cache["put"] };
			};
			prototype.own ??= prototype.put;
			prototype.put = full
				? () =>
						Promise.reject(new DOMException("no room", "QuotaExceededError"))
				: prototype.own;
		}, isFull);
	await fillCaches(true);
	await press("Keep offline");
	await page.getByText("has no room for the pack").waitFor();
	expect(await axeViolations(page)).toEqual([]);
	expect(await isKept()).toBe(false);
	await fillCaches(false);
	await page.evaluate(() => caches.delete("treeline-reads"));
	await world.pull();
	try {
		await press("Try again");
		await page.getByText("The pack could not be saved").waitFor();
		expect(await isKept()).toBe(false);
	} finally {
		await world.plug();
	}
	await press("Try again");
	await page.getByText(/Kept offline, \d+ kB/).waitFor();
	expect(await axeViolations(page)).toEqual([]);
	// What is kept does not depend on what was opened.
	await page.evaluate(() => caches.delete("treeline-reads"));
	await world.pull();
	try {
		await page.goto(`${world.url}/packs/fastapi/open-and-close-cleanly`);
		await engineReady(page);
		await verify(page);
		await page
			.getByText(/\d of \d checks pass/)
			.first()
			.waitFor();
	} finally {
		await world.plug();
	}
	await page.goto(`${world.url}/packs/fastapi`);
	await press("Remove from this browser");
	await page.getByRole("button", { name: "Keep offline" }).waitFor();
	expect(await isKept()).toBe(false);
	// The same from the catalogue, where the card is a link to the pack.
	await page.goto(world.url);
	const card = page.locator(".card", { hasText: "FastAPI" });
	const menu = async (item: string) => {
		await card
			.getByRole("button", { name: "Actions for FastAPI" })
			.press("Enter");
		await page
			.locator("[role=menuitem]:focus", { hasText: item })
			.press("Enter");
	};
	await menu("Keep offline");
	await card.getByText(/Kept offline, \d+ kB/).waitFor();
	expect(await isKept()).toBe(true);
	expect(await axeViolations(page)).toEqual([]);
	await menu("Remove from this browser");
	await card.getByText("Kept offline").waitFor({ state: "detached" });
	expect(await isKept()).toBe(false);
	expect(new URL(page.url()).pathname).toBe("/");
	await page.context().close();
});

/** Address of a file that the built page has and does not download ahead. */
async function rarelyUsed(): Promise<string> {
	const names = await readdir(
		join(import.meta.dir, "../../.build/page/assets"),
	);
	return `/assets/${names.find((name) => /^ruff_wasm_bg-.+\.wasm$/.test(name))}`;
}

const DEPLOYED = "/packs/express/look-up-one-book";

/** The world's page at another address, as a server that has a build of `version(path)`; `gate` is passed before a path is answered. */
function serveAsVersion(
	at: World,
	version: (path: string) => string,
	gate: (path: string) => Promise<void>,
) {
	/** What has a hash in its name is the same in every version, and a worker of each downloads it. */
	const assets = new Map<string, { body: ArrayBuffer; headers: Headers }>();
	return Bun.serve({
		port: 0,
		idleTimeout: 0,
		async fetch({ url }) {
			const { pathname, search } = new URL(url);
			await gate(pathname);
			const known = assets.get(pathname);
			if (known) return new Response(known.body, known);
			const response = await fetch(at.url + pathname + search);
			const headers = new Headers(response.headers);
			for (const name of ["content-encoding", "content-length", "etag"])
				headers.delete(name);
			const isVersioned = ["/", "/service-worker.js", DEPLOYED];
			const body = isVersioned.includes(pathname)
				? (await response.text()).replace(
						/(data-version="|version:")\w+/,
						`$1${version(pathname)}`,
					)
				: await response.arrayBuffer();
			if (pathname.startsWith("/assets/") && typeof body !== "string")
				assets.set(pathname, { body, headers });
			return new Response(body, { status: response.status, headers });
		},
	});
}

test("a new version is offered, and is there after a reload with the draft as it was", async () => {
	/** Of the document, the script of the worker, and the document that the worker stores. */
	let versions = { shown: "one", script: "one", stored: "one" };
	let stored = Promise.resolve();
	const isInstalling = Promise.withResolvers<void>();
	const server = serveAsVersion(
		world,
		(path) =>
			versions[
				path === DEPLOYED ? "shown" : path === "/" ? "stored" : "script"
			],
		(path) => {
			if (path !== "/") return Promise.resolve();
			if (versions.stored === "two") isInstalling.resolve();
			return stored;
		},
	);
	const deploy = (version: string) => {
		versions = { shown: version, script: version, stored: version };
	};
	try {
		const page = await world.open(null, INSTALLABLE);
		const notice = page.getByText("A new version of Treeline is ready.");
		const update = () =>
			page.evaluate(async () => {
				await (await navigator.serviceWorker.ready).update();
			});
		/** Until the worker that has stored `version` is the active one, and none is on its way. */
		const activated = (version: string) =>
			page.waitForFunction(async (name) => {
				const { installing, waiting, active } =
					await navigator.serviceWorker.ready;
				const isLast = !installing && !waiting && active?.state === "activated";
				return isLast && (await caches.has(name));
			}, `treeline-page-${version}`);

		await page.goto(server.url.origin + DEPLOYED);
		await page.waitForFunction(() => navigator.serviceWorker.controller);
		await write(page, "// kept");

		// A build that cannot be stored whole leaves nothing, and is not offered.
		versions.script = "incomplete";
		const cachesAfterFailure = await page.evaluate(async () => {
			const registration = await navigator.serviceWorker.ready;
			await registration.update();
			const { installing } = registration;
			await new Promise<void>((resolve) => {
				const check = () => installing?.state === "installing" || resolve();
				installing?.addEventListener("statechange", check);
				check();
			});
			return caches.keys();
		});
		expect(cachesAfterFailure).toContain("treeline-page-one");
		expect(cachesAfterFailure).not.toContain("treeline-page-incomplete");

		// One that is being installed while the page is loaded.
		versions = { shown: "one", script: "two", stored: "two" };
		const { promise, resolve: release } = Promise.withResolvers<void>();
		stored = promise;
		await page.reload();
		await isInstalling.promise;
		expect(await notice.count()).toBe(0);
		release();
		await notice.waitFor();
		expect(await axeViolations(page)).toEqual([]);

		// The page is of a newer build than the worker that still waits: nothing is offered.
		deploy("three");
		await page.reload();
		await activated("three");
		expect(await notice.count()).toBe(0);

		deploy("four");
		await update();
		await notice.waitFor();
		await page.getByRole("button", { name: "Reload" }).click();
		await page.waitForFunction(
			() => document.documentElement?.dataset.version === "four",
		);
		await textBecomes(page, "// kept");
		expect(await notice.count()).toBe(0);
		await page.context().close();
	} finally {
		await server.stop(true);
	}
});

test("the page can be installed: its manifest names icons that are there, in the size they are said to be", async () => {
	const page = await world.open("/");
	const session = await page.context().newCDPSession(page);
	const { data, errors } = await session.send("Page.getAppManifest");
	expect(errors).toEqual([]);
	const { icons, start_url } = JSON.parse(data ?? "{}");
	expect(start_url).toBe("/");
	expect(icons).toHaveLength(3);
	for (const { src, sizes } of icons) {
		const size = await page.evaluate(async (url) => {
			const image = await createImageBitmap(await (await fetch(url)).blob());
			return `${image.width}x${image.height}`;
		}, src);
		expect(size).toBe(sizes);
	}
	await page.context().close();
});

test("a browser that refuses the service worker shows the page all the same", async () => {
	const page = await world.open(null, INSTALLABLE);
	await page.addInitScript(() => {
		navigator.serviceWorker.register = () =>
			Promise.reject(new DOMException("denied", "SecurityError"));
	});
	await page.goto(world.url + CHALLENGE_1);
	await code(page).waitFor();
	expect(await page.locator(".notice").count()).toBe(0);
	await page.context().close();
});

test.each([
	["/service-worker.js", "text/javascript; charset=utf-8"],
	["/manifest.webmanifest", "application/manifest+json"],
])(
	"%s is served by its type, and checked for changes at each use",
	async (path, type) => {
		const { headers } = await fetch(world.url + path);
		expect(headers.get("content-type")).toBe(type);
		expect(headers.get("cache-control")).toContain(
			"max-age=0, must-revalidate",
		);
	},
);
