type Mail = { kind: "postcard" } | { kind: "letter"; pages: number } | { kind: "parcel"; grams: number };
export function priceOf(mail: Mail): number {
  let rest: never;
  if (mail.kind === "letter") return mail.pages * 80;
  if (mail.kind === "parcel") return 400 + mail.grams;
  if (mail.kind === "postcard") return 60;
  rest = mail;
  return rest;
}
