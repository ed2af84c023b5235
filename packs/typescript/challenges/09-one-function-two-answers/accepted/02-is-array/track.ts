export type Status = { code: string; delivered: boolean };

export function statusOf(code: string): Status {
  return { code, delivered: code.startsWith("A") };
}

export function track(codes: string[]): Status[];
export function track(code: string): Status;
export function track(what: string | string[]) {
  return Array.isArray(what) ? what.map((code) => statusOf(code)) : statusOf(what);
}
