/** Web storage with a quota, as browsers have it. */
export class QuotaStorage implements Storage {
	readonly items = new Map<string, string>();
	constructor(public quota = 10_000) {}
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
		if (used + text.length > this.quota)
			throw new DOMException("full", "QuotaExceededError");
		this.items.set(key, text);
	}
}
