export type Mail =
  | { kind: "postcard" }
  | { kind: "letter"; pages: number }
  | { kind: "parcel"; grams: number };

export function priceOf(mail: Mail): number {
  switch (mail.kind) {
    case "postcard":
      return 60;
    case "letter":
      return mail.pages + 80;
    case "parcel":
      return 400 + mail.grams;
    default: {
      const rest: never = mail;
      throw new Error(`No price for ${rest}`);
    }
  }
}
