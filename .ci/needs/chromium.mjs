import { Stop } from "../step.mjs";
import { canInstall, install } from "./apt.mjs";
import { findProgram } from "./find.mjs";

const USUAL = [
	"chromium",
	"chromium-browser",
	"google-chrome",
	"google-chrome-stable",
	"/snap/bin/chromium",
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
	"/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The same Chromium without the windows of a desktop's browser, which cost the tests half of their processor time. */
const SHELL = "chromium-headless-shell";

/** A real browser for the page's tests, told as `CHROMIUM_PATH`. */
export default {
	name: "chromium",
	async ensure() {
		const given = () => findProgram([process.env.CHROMIUM_PATH, SHELL]);
		const usual = () => findProgram(USUAL);
		let path = given();
		if (!path && canInstall())
			path = await install(SHELL).then(given, (error) => {
				// A system without that package may have a whole browser.
				if (usual()) return undefined;
				throw error;
			});
		path ??= usual();
		if (path) return { env: { CHROMIUM_PATH: path } };
		throw new Stop(
			"The page's tests need Chromium, and none was found. Install Chromium or Google Chrome, or set CHROMIUM_PATH to one; then run the command again.",
		);
	},
};
