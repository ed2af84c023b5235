export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string };

export function parseGrams(text: string): Result<number> {
  const grams = Number(text);
  if (Number.isNaN(grams) || grams <= 0) {
    return { ok: false, error: "A weight is a number above 0" };
  }
  return { ok: true, value: grams };
}

export function orElse<T>(result: Result<T>, fallback: T): T {
  switch (result.ok) {
    case true:
      return result.value;
    case false:
      return fallback;
  }
}

export function totalGrams(texts: string[]): Result<number> {
  const start: Result<number> = { ok: true, value: 0 };
  return texts.reduce<Result<number>>((sum, text) => {
    if (!sum.ok) return sum;
    const next = parseGrams(text);
    if (!next.ok) return next;
    return { ok: true, value: sum.value + next.value };
  }, start);
}
