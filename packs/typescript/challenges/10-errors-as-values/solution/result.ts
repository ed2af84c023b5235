export type Result<T> = { ok: true; value: T } | { ok: false; error: string };

export function parseGrams(text: string): Result<number> {
  const grams = Number(text);
  if (grams > 0) return { ok: true, value: grams };
  return { ok: false, error: `${text} is no weight` };
}

export function orElse<T>(result: Result<T>, fallback: T): T {
  return result.ok ? result.value : fallback;
}

export function totalGrams(texts: readonly string[]): Result<number> {
  let sum = 0;
  for (const text of texts) {
    const result = parseGrams(text);
    if (!result.ok) return result;
    sum += result.value;
  }
  return { ok: true, value: sum };
}
