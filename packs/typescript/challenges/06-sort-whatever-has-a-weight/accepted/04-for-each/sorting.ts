export function heaviest<T extends { grams: number }>(items: T[]): T | undefined {
  let top: T | undefined = undefined;
  items.forEach((item) => {
    if (!top || top.grams < item.grams) {
      top = item;
    }
  });
  return top;
}

export function pluck<T extends object, K extends keyof T>(items: T[], key: K): T[K][] {
  const out: T[K][] = [];
  items.forEach((item) => out.push(item[key]));
  return out;
}
