import express from "express";

const app = express();

const books = [
  { id: "1", title: "The Lighthouse Keeper", onLoan: true },
  { id: "2", title: "A Field Guide to Moss", onLoan: false },
];

const LibraryError = class LibraryError extends Error {
  constructor(message, status) {
    super(message);
    Object.defineProperty(this, "status", { value: status, enumerable: true });
  }
};

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

app.use(async function nothingHere(request, response, next) {
  if (response.headersSent) {
    return;
  }
  next(new LibraryError(`${request.method} ${request.path} leads nowhere`, 404));
});

app.use(function desk(problem, request, response, next) {
  const body = {};
  switch (problem?.constructor) {
    case LibraryError:
      response.status(problem.status);
      body.error = problem.message;
      break;
    default:
      response.status(500);
      body.error = "An unexpected error";
      break;
  }
  response.json(body);
});

export default app;
