/** What a window of VS Code in a browser has stored. */

/** What a window has stored of itself. */
export interface StoredState {
	/**
	 * Labels of the tabs that a reload opens again, in order; a panel that does not know what it shows is left out, and what VS Code stores
	 * without a label, as the walkthrough, has another.
	 */
	tabs: string[];
	/** The extensions' own state, as JSON. */
	extension: string;
}

/** Runs in the page: reads what it has stored. */
export async function readStored(): Promise<StoredState> {
	const result = <Value>(request: IDBRequest<Value>) =>
		new Promise<Value>((resolve, reject) => {
			request.onsuccess = () => resolve(request.result);
			request.onerror = () => reject(request.error);
		});
	const stored: StoredState = { tabs: [], extension: "" };
	for (const { name = "" } of await indexedDB.databases()) {
		if (!name.startsWith("vscode-web-state-db-")) continue;
		const database = await result(indexedDB.open(name));
		try {
			const items = database.transaction("ItemTable").objectStore("ItemTable");
			const state = await result(items.get("treeline.treeline"));
			if (state) stored.extension = state;
			const parts = await result(items.get("memento/workbench.parts.editor"));
			// Each editor is stored as JSON inside the JSON of its group; the reviver meets them in the order of the tabs.
			if (parts)
				JSON.parse(parts, (key, value) => {
					if (key !== "value" || typeof value !== "string") return value;
					const { resourceJSON, title, state } = JSON.parse(value);
					if (resourceJSON)
						stored.tabs.push(resourceJSON.path.split("/").at(-1));
					else if (state) stored.tabs.push(title);
					else if (!title) stored.tabs.push("an editor of VS Code's own");
					return value;
				});
		} finally {
			database.close();
		}
	}
	return stored;
}
