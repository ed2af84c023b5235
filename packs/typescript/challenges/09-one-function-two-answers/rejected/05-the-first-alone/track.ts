export type Status = { code: string; delivered: boolean };

export function statusOf(code: string): Status {
  return { code, delivered: code.startsWith("A") };
}

export function track(what: string): Status;
export function track(what: readonly string[]): Status[];
export function track(what: string | readonly string[]): Status | Status[] {
  if (typeof what === "string") return statusOf(what);
  return statusOf(what[0]);
}
