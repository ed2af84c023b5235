export type Mail =
  | { readonly kind: "postcard" }
  | { readonly kind: "letter"; readonly pages: number }
  | { readonly kind: "parcel"; readonly grams: number };

export function priceOf(mail: Mail): number {
  let price: number;
  if (mail.kind === "postcard") {
    price = 60;
  } else if (mail.kind === "letter") {
    price = mail.pages * 80;
  } else if (mail.kind === "parcel") {
    price = 400 + mail.grams;
  } else {
    const impossible: never = mail;
    throw new TypeError(String(impossible));
  }
  return price;
}
