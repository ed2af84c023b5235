import express from "express";

const app = express();

const books = [
  { id: "1", title: "The Lighthouse Keeper", onLoan: true },
  { id: "2", title: "A Field Guide to Moss", onLoan: false },
];

class LibraryError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
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

const lost = async (req, res) => {
  res.status(404);
  return res.json({ error: "Not found: " + req.originalUrl });
};

const desk = async (err, req, res, next) => {
  let status = 500;
  let text = "Something went wrong";
  if (err.status) {
    status = err.status;
    text = err.message;
  }
  res.status(status).json({ error: text });
};

app.use(lost, desk);

export default app;
