export type Result<T> = { ok: true; value: T } | { ok: false; error: string };
export function parseGrams(text: string): Result<number> {
  let result: Result<number>;
  const grams: number = Number(text);
  if (grams > 0) {
    result = { ok: true, value: grams };
  } else {
    result = { ok: false, error: "bad" };
  }
  return result;
}
export function orElse<T>(result: Result<T>, fallback: T): T {
  if (!result.ok) return fallback;
  const { value } = result;
  return value;
}
export function totalGrams(texts: string[]): Result<number> {
  const sum: Result<number> = { ok: true, value: 0 };
  for (const text of texts) {
    const next = parseGrams(text);
    if (!next.ok) {
      return next;
    }
    sum.value += next.value;
  }
  return sum;
}
