export type Mail =
  | { kind: "postcard" }
  | { kind: "letter"; pages: number }
  | { kind: "parcel"; grams: number };

function refuse(value: unknown): never {
  throw new Error(`No price for ${value}`);
}

export function priceOf(mail: Mail): number {
  switch (mail.kind) {
    case "postcard":
      return 60;
    case "letter":
      return mail.pages * 80;
    case "parcel":
      return 400 + mail.grams;
    default: {
      return refuse(mail);
    }
  }
}
