type Ok<T> = { ok: true; value: T };
type Failure = { ok: false; error: string };
export type Result<T> = Ok<T> | Failure;

export const parseGrams = (text: string): Result<number> => {
  const value = Number(text);
  return value > 0 ? { ok: true, value } : { ok: false, error: "no weight: " + text };
};

export const orElse = <T>(result: Result<T>, fallback: T): T => (result.ok ? result.value : fallback);

export const totalGrams = (texts: string[]): Result<number> => {
  let total = 0;
  for (const text of texts) {
    const parsed = parseGrams(text);
    if (parsed.ok) {
      total += parsed.value;
    } else {
      return parsed;
    }
  }
  return { ok: true, value: total };
};
