type HasWeight = { grams: number };

function heaviest<T extends HasWeight>(items: readonly T[]) {
  let best: T | undefined = items[0];
  for (let i = 1; i < items.length; i++) {
    const item = items[i];
    if (item.grams > best.grams) {
      best = item;
    }
  }
  return best;
}

function pluck<T, K extends keyof T>(items: readonly T[], key: K) {
  const result = items.map((one) => {
    return one[key];
  });
  return result;
}

export { heaviest, pluck };
