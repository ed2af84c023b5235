import { quietly } from "./step.mjs";

/** Builds the page unless the one in `.build` is fresh, which the build itself knows. Throws Stop when the build fails. */
export async function ensurePage(bun) {
	const said = await quietly([bun, "webview/build.ts", "--if-stale"], {
		failure: "The page could not be built",
		next: "Run `npm run build` to see the whole report.",
	});
	if (said) console.log(said);
}
