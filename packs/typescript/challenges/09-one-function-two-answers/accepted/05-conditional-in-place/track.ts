export type Status = { code: string; delivered: boolean };

export function statusOf(code: string): Status {
  return { code, delivered: code.startsWith("A") };
}

export function track<T extends string | string[]>(what: T): T extends string ? Status : Status[] {
  const answer = Array.isArray(what) ? what.map((code: string) => statusOf(code)) : statusOf(what as string);
  return answer as T extends string ? Status : Status[];
}
