export type Status = { code: string; delivered: boolean };

export function statusOf(code: string): Status {
  return { code, delivered: code.startsWith("A") };
}

function track(code: string): Status;
function track(codes: string[]): Status[];
function track(what: string | string[]): Status | Status[] {
  if (!Array.isArray(what)) {
    return statusOf(what);
  }
  const result: Status[] = [];
  for (const code of what) {
    result.push(statusOf(code));
  }
  return result;
}

export { track };
