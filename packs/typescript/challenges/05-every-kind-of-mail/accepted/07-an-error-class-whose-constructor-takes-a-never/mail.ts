interface Postcard { kind: "postcard" }
interface Letter { kind: "letter"; pages: number }
interface Parcel { kind: "parcel"; grams: number }
export type Mail = Postcard | Letter | Parcel;
class UnknownMailError extends Error {
  constructor(mail: never) {
    super(`Unknown mail ${mail}`);
  }
}
export function priceOf(mail: Mail): number {
  if (mail.kind === "postcard") {
    return 60;
  } else if (mail.kind === "letter") {
    return mail.pages * 80;
  } else if (mail.kind === "parcel") {
    return mail.grams + 400;
  }
  throw new UnknownMailError(mail);
}
