interface Success<Value> {
  ok: true;
  value: Value;
}
interface Failed {
  ok: false;
  error: string;
}
type Result<Value> = Success<Value> | Failed;

function parseGrams(text: string): Result<number> {
  const grams = Number(text);
  if (!(grams > 0)) {
    return { ok: false, error: `"${text}" weighs nothing` };
  }
  return { ok: true, value: grams };
}

function orElse<Value>(result: Result<Value>, fallback: Value): Value {
  if (!result.ok) {
    return fallback;
  }
  return result.value;
}

function totalGrams(texts: string[]): Result<number> {
  let sum = 0;
  for (let i = 0; i < texts.length; i++) {
    const result = parseGrams(texts[i]);
    if (result.ok === false) {
      return { ok: false, error: result.error };
    }
    sum = sum + result.value;
  }
  return { ok: true, value: sum };
}

export { orElse, parseGrams, totalGrams };
export type { Result };
