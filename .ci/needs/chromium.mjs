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

/** A real browser for the page's tests, told as `CHROMIUM_PATH`. */
export default {
	name: "chromium",
	async ensure() {
		const find = () => findProgram([process.env.CHROMIUM_PATH, ...USUAL]);
		let path = find();
		if (!path && canInstall()) {
			await install("chromium");
			path = find();
		}
		if (path) return { env: { CHROMIUM_PATH: path } };
		throw new Stop(
			"The page's tests need Chromium, and none was found. Install Chromium or Google Chrome, or set CHROMIUM_PATH to one; then run the command again.",
		);
	},
};
