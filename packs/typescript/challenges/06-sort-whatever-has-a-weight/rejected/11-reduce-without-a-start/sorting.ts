export function heaviest<T extends { grams: number }>(items: readonly T[]): T | undefined {
  return items.reduce((best, item) => (item.grams > best.grams ? item : best));
}

export function pluck<T, K extends keyof T>(items: readonly T[], key: K): T[K][] {
  return items.map((item) => item[key]);
}
