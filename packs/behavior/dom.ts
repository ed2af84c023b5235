/** Preloaded by suites whose solutions draw on a page: a DOM, and nothing left of one test in the next. */
import { afterEach } from "bun:test";
import { GlobalRegistrator } from "@happy-dom/global-registrator";

GlobalRegistrator.register({ url: "http://localhost/" });
// Only now: the library looks for a document when it loads.
const { cleanup } = await import("@testing-library/react");

afterEach(() => {
	cleanup();
	localStorage.clear();
});
