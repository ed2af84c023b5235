import express from "express";
import booksRouter, { books } from "./routes/books.js";

const app = express();

app.use("/books", booksRouter);

// still needs the list, so it stays for now
app.get("/books/:id", (req, res) => {
  const book = books.find((one) => one.id === req.params.id);
  if (!book) {
    res.status(404).json({ error: "No such book" });
    return;
  }
  res.json(book);
});

export default app;
