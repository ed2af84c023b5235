export type Status = { code: string; delivered: boolean };

export function statusOf(code: string): Status {
  return { code, delivered: code.startsWith("A") };
}

export function track(what: string): Status;
export function track(what: Array<string>): Array<Status>;
export function track(what: string | Array<string>): Status | Array<Status> {
  if (typeof what !== "string") {
    return Array.from(what, (code) => statusOf(code));
  } else {
    return statusOf(what);
  }
}
