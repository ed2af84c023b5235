export function heaviest<T extends { grams: number }>(items: readonly T[]): T | undefined {
  let best: T | undefined;
  for (const item of items) {
    const heavier = best === undefined || best.grams < item.grams;
    best = heavier ? item : best;
  }
  return best;
}
export function pluck<T, K extends keyof T>(items: readonly T[], key: K): T[K][] { return items.map((i) => i[key]); }
