export function heaviest<T extends { grams: number }>(items: readonly T[]): T | undefined {
  const most = Math.max(...items.map((item) => item.grams));
  return items.find((item) => item.grams === most);
}

export function pluck<T, K extends keyof T>(items: readonly T[], key: K): T[K][] {
  return Array.from(items, (item) => item[key]);
}
