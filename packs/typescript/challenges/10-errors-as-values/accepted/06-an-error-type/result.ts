export type Result<T, E = string> = { ok: true; value: T } | { ok: false; error: string & E };

const NO_WEIGHT = "This is no weight";

export function parseGrams(text: string): Result<number> {
  const grams = Number(text);
  if (grams > 0) return { ok: true, value: grams };
  return { ok: false, error: NO_WEIGHT };
}

export function orElse<T>(result: Result<T>, fallback: T): T {
  const { ok } = result;
  if (ok) {
    return result.value;
  }
  return fallback;
}

export function totalGrams(texts: string[]): Result<number> {
  let sum = 0;
  for (const text of texts) {
    const one = parseGrams(text);
    if (!one.ok) {
      return one;
    }
    sum += one.value;
  }
  return { ok: true, value: sum };
}
