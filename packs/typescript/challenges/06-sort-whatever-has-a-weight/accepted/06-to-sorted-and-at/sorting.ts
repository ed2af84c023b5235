export function heaviest<T extends Record<"grams", number>>(items: readonly T[]): T | undefined {
  return items.toSorted((a, b) => a.grams - b.grams).at(-1);
}

export function pluck<T, K extends keyof T>(items: readonly T[], key: K): T[K][] {
  const list: T[K][] = [];
  for (let i = 0; i < items.length; i += 1) {
    list.push(items[i][key]);
  }
  return list;
}
