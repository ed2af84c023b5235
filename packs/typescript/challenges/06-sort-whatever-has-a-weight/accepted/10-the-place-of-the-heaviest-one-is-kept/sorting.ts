export function heaviest<T extends { grams: number }>(items: T[]): T | undefined {
  let winner = 0;
  for (let i = 0; i < items.length; i++) {
    if (items[i].grams > items[winner].grams) winner = i;
  }
  return items[winner];
}
export function pluck<T, K extends keyof T>(items: T[], key: K): T[K][] {
  return items.map((item) => item[key]);
}
