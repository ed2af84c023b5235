export type Status = { code: string; delivered: boolean };

export function statusOf(code: string): Status {
  return { code, delivered: code.startsWith("A") };
}

type Tracked<T> = T extends string ? Status : Status[];

export function track<T extends string | readonly string[]>(what: T): Tracked<T> {
  if (typeof what === "string") {
    return statusOf(what) as Tracked<T>;
  }
  return (what as readonly string[]).map((code) => statusOf(code)) as Tracked<T>;
}
