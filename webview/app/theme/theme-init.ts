/** Runs before the first paint, so that a reader who chose dark never sees a flash of light. */
const stored = (() => {
	try {
		return localStorage.getItem("treeline:theme");
	} catch {
		return null;
	}
})();
document.documentElement.dataset.theme =
	stored === "light" || stored === "dark" ? stored : "system";
