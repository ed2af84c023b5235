type Mail = { kind: "postcard" } | { kind: "letter"; pages: number } | { kind: "parcel"; grams: number };
class UnknownMail extends Error { constructor(mail: any) { super(String(mail)); } }
export function priceOf(mail: Mail): number {
  if (mail.kind === "postcard") return 60;
  if (mail.kind === "letter") return mail.pages * 80;
  if (mail.kind === "parcel") return 400 + mail.grams;
  throw new UnknownMail(mail);
}
