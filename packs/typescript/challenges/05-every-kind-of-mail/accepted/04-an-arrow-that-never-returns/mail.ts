type Mail =
  | { kind: "postcard" }
  | { kind: "letter"; pages: number }
  | { kind: "parcel"; grams: number };

const assertNever = (value: never): never => {
  throw new Error("Unknown mail: " + value);
};

function priceOf(mail: Mail): number {
  switch (mail.kind) {
    case "letter": {
      const { pages } = mail;
      return pages * 80;
    }
    case "parcel": {
      const { grams } = mail;
      return 400 + grams;
    }
    case "postcard": {
      return 60;
    }
    default:
      return assertNever(mail);
  }
}

export { priceOf };
export type { Mail };
