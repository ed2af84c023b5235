export type Status = { code: string; delivered: boolean };

export function statusOf(code: string): Status {
  return { code, delivered: code.startsWith("A") };
}

export function track(code: string): Status[];
export function track(codes: string[]): Status;
export function track(what: any): any {
  if (typeof what === "string") return statusOf(what);
  return what.map((code: string) => statusOf(code));
}
