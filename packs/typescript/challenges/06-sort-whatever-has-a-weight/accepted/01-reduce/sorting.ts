export const heaviest = <T extends { grams: number }>(items: T[]): T | undefined =>
  items.length === 0 ? undefined : items.reduce((a, b) => (a.grams > b.grams ? a : b));

export const pluck = <T, K extends keyof T>(items: T[], key: K): T[K][] => items.map((item) => item[key]);
