/** Web storage with a size, as browsers have it. */
export class Box implements Storage {
	readonly items = new Map<string, string>();
	constructor(public space = 10_000) {}
	get length() {
		return this.items.size;
	}
	key = (index: number) => [...this.items.keys()][index] ?? null;
	getItem = (key: string) => this.items.get(key) ?? null;
	removeItem = (key: string) => void this.items.delete(key);
	clear = () => this.items.clear();
	setItem(key: string, text: string) {
		const others = [...this.items].filter(([name]) => name !== key);
		const used = others.reduce((all, [, each]) => all + each.length, 0);
		if (used + text.length > this.space)
			throw new DOMException("full", "QuotaExceededError");
		this.items.set(key, text);
	}
}
