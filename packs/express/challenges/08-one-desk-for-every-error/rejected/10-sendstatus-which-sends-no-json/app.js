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

app.use((req, res) => {
  res.sendStatus(404);
});

app.use((err, req, res, next) => {
  if (err instanceof LibraryError) {
    res.status(err.status).json({ error: err.message });
    return;
  }
  res.status(500).json({ error: "Something went wrong" });
});

export default app;
