function unexpected(value: never): never {
  throw new Error(`Unexpected: ${JSON.stringify(value)}`);
}

type Mail =
  | { kind: "parcel"; grams: number }
  | { kind: "letter"; pages: number }
  | { kind: "postcard" };

export function priceOf(mail: Mail): number {
  if (mail.kind === "postcard") return 60;
  if (mail.kind === "letter") return 80 * mail.pages;
  if (mail.kind === "parcel") return mail.grams + 400;
  return unexpected(mail);
}
