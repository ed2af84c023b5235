export type Status = { code: string; delivered: boolean };

export function statusOf(code: string): Status {
  return { code, delivered: code.startsWith("A") };
}

type Answer<T> = T extends string[] ? Status : Status[];

export function track<T extends string | string[]>(input: T): Answer<T> {
  if (typeof input === "string") {
    return statusOf(input) as unknown as Answer<T>;
  }
  return input.map((code) => statusOf(code)) as unknown as Answer<T>;
}
