/** Applies the stored theme before the first paint, so that it does not flash. */
const stored = (() => {
	try {
		return localStorage.getItem("treeline:theme");
	} catch {
		return null;
	}
})();
document.documentElement.dataset.theme =
	stored === "light" || stored === "dark" ? stored : "system";
