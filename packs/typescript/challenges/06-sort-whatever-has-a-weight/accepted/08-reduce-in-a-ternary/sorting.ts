export function heaviest<T extends { grams: number }>(items: readonly T[]): T | undefined {
  return items.length > 0 ? items.reduce((a, b) => (a.grams >= b.grams ? a : b)) : undefined;
}

export function pluck<T, K extends keyof T>(items: readonly T[], key: K): T[K][] {
  return items.map((item) => item[key]);
}
