export type Status = { code: string; delivered: boolean };

export function statusOf(code: string): Status {
  return { code, delivered: code.startsWith("A") };
}

export function track(code: string): Status;
export function track(codes: string[]): Status[];
export function track(input: string | string[]): Status | Status[] {
  if (Array.isArray(input)) {
    if (input.length === 1) {
      return statusOf(input[0]);
    }
    return input.map((code) => statusOf(code));
  }
  return statusOf(input);
}
