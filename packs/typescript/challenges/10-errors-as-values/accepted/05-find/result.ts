export type Result<T> = { ok: true; value: T } | { ok: false; error: string };

export function parseGrams(text: string): Result<number> {
  const grams = Number(text);
  if (grams > 0) {
    return { ok: true, value: grams };
  } else {
    return { ok: false, error: text + "?" };
  }
}

export function orElse<T>(result: Result<T>, fallback: T): T {
  return !result.ok ? fallback : result.value;
}

export function totalGrams(texts: string[]): Result<number> {
  const results = texts.map(parseGrams);
  const failed = results.find((result) => !result.ok);
  if (failed) return failed;
  let sum = 0;
  for (const result of results) {
    if (result.ok) sum += result.value;
  }
  return { ok: true, value: sum };
}
