interface Weighed {
  grams: number;
}

export function heaviest<Item extends Weighed>(items: Item[]): Item | undefined {
  const sorted = [...items].sort((a, b) => b.grams - a.grams);
  return sorted[0];
}

export function pluck<Item, Key extends keyof Item>(items: Item[], key: Key): Array<Item[Key]> {
  const values: Array<Item[Key]> = [];
  for (const item of items) {
    values.push(item[key]);
  }
  return values;
}
