export function heaviest<T extends { grams: number }>(items: T[]): T | undefined {
  items.sort((a, b) => b.grams - a.grams);
  return items[0];
}

export function pluck<T, K extends keyof T>(items: readonly T[], key: K): T[K][] {
  return items.map((item) => item[key]);
}
