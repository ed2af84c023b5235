export function heaviest<T extends { grams: number }>(items: readonly T[]): T | undefined {
  let best: T | undefined;
  for (const item of items) {
    if (best === undefined || item.grams > best.grams) best = item;
  }
  return best;
}

export function pluck<T, K extends keyof T>(items: readonly T[], key: K): unknown[] {
  return items.map((item) => item[key]);
}
