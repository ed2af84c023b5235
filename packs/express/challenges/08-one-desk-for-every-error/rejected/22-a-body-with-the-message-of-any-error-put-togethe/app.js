import express from "express";

const app = express();

const books = [
  { id: "1", title: "The Lighthouse Keeper", onLoan: true },
  { id: "2", title: "A Field Guide to Moss", onLoan: false },
];

class LibraryError extends Error {
  constructor(message, status) {
    super(message);
    this.name = this.constructor.name;
    this.status = status;
  }

  static notFound(path) {
    return new LibraryError("Nothing at " + path, 404);
  }

  toBody() {
    return { error: this.message };
  }
}

app.get("/books/:id", (req, res) => {
  const book = books.find((one) => one.id === req.params.id);
  if (!book) throw new LibraryError("No such book", 404);
  res.json(book);
});

app.post("/books/:id/loan", (req, res) => {
  const book = books.find((one) => one.id === req.params.id);
  if (!book) throw new LibraryError("No such book", 404);
  if (book.onLoan) throw new LibraryError("This book is on loan", 409);
  book.onLoan = true;
  res.json(book);
});

app.get("/catalogue", () => {
  throw new Error("drawer 13 at 10.0.0.7 is stuck");
});

function unknownPath(request) {
  throw LibraryError.notFound(request.originalUrl);
}

function errorDesk(error, request, response, next) {
  let status = 500;
  let body = { error: "Internal error" };
  if (error instanceof LibraryError) {
    status = error.status;
    body = error.toBody();
  } else {
    body = { error: error.message };
  }
  response.status(status);
  response.json(body);
}

app.use(unknownPath);
app.use(errorDesk);

export default app;
