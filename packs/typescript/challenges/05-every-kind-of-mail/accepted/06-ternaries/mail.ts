export type Mail =
  | { kind: "postcard" }
  | { kind: "letter"; pages: number }
  | { kind: "parcel"; grams: number };

function noPrice(mail: never): number {
  throw new Error("no price for " + JSON.stringify(mail));
}

export const priceOf = (mail: Mail): number =>
  mail.kind === "postcard"
    ? 60
    : mail.kind === "letter"
      ? mail.pages * 80
      : mail.kind === "parcel"
        ? 400 + mail.grams
        : noPrice(mail);
