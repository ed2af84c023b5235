export type Mail =
  { kind: "postcard" | "letter" | "parcel"; pages?: number; grams?: number };

export function priceOf(mail: Mail): number {
  switch (mail.kind) {
    case "postcard":
      return 60;
    case "letter":
      return mail.pages! * 80;
    case "parcel":
      return 400 + mail.grams!;
    default: {
      const rest: never = mail.kind;
      throw new Error(`No price for ${rest}`);
    }
  }
}
