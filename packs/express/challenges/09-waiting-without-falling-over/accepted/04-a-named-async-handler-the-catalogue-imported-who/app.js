import express from "express";
import * as catalogue from "./catalogue.js";

const app = express();

class LibraryError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

async function showBook({ params: { id } }, res) {
  const book = (await catalogue.findBook(id)) ?? null;
  if (book === null) throw new LibraryError("No such book", 404);
  res.json(book);
}

app.get("/books/:id", showBook);

const desk = (err, _req, res, _next) => {
  const known = err instanceof LibraryError;
  res.status(known ? err.status : 500).json({ error: known ? err.message : "Something went wrong" });
};
app.use(desk);

export default app;
