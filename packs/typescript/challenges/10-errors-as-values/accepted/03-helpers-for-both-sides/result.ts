export type Result<T> = { ok: true; value: T } | { ok: false; error: string };

function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

function fail(error: string): Result<never> {
  return { ok: false, error };
}

export function parseGrams(text: string): Result<number> {
  const grams = Number(text);
  return grams > 0 ? ok(grams) : fail(`${text} is not a weight`);
}

export function orElse<T>(result: Result<T>, fallback: T): T {
  if (result.ok) return result.value;
  return fallback;
}

export function totalGrams(texts: readonly string[]): Result<number> {
  let sum = 0;
  for (const text of texts) {
    const result = parseGrams(text);
    if (!result.ok) return result;
    sum += result.value;
  }
  return ok(sum);
}
