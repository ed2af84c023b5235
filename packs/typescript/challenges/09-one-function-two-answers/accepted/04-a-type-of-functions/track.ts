export type Status = { code: string; delivered: boolean };

export function statusOf(code: string): Status {
  return { code, delivered: code.startsWith("A") };
}

type Track = {
  (code: string): Status;
  (codes: string[]): Status[];
};

export const track = ((what: string | string[]) =>
  typeof what === "string" ? statusOf(what) : what.map(statusOf)) as Track;
