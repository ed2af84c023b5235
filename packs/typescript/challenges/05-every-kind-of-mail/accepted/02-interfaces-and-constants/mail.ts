interface Postcard {
  kind: "postcard";
}
interface Letter {
  kind: "letter";
  pages: number;
}
interface Parcel {
  kind: "parcel";
  grams: number;
}
export type Mail = Postcard | Letter | Parcel;

const POSTCARD = 60;
const PAGE = 80;
const PARCEL = 400;

export const priceOf = (mail: Mail): number => {
  switch (mail.kind) {
    case "postcard":
      return POSTCARD;
    case "letter":
      return PAGE * mail.pages;
    case "parcel":
      return PARCEL + mail.grams;
    default:
      const nothing: never = mail;
      return nothing;
  }
};
