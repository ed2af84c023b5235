export function heaviest<T extends { grams: number }>(items: T[]): T | undefined {
  let best: T | undefined = undefined;
  let max = -Infinity;
  for (const item of items) {
    if (item.grams > max) {
      max = item.grams;
      best = item;
    }
  }
  return best;
}

export function pluck<T, K extends keyof T>(items: T[], key: K): T[keyof T][] {
  return items.map((item) => item[key]);
}
