import express from "express";
import { findBook } from "./catalogue.js";

const app = express();

// Answer GET /books/:id with what findBook gives, then set up the desk.
app.get("/books/:id", (req, res, next) => {
  findBook(req.params.id, (err, book) => {
    if (err) {
      return next(err);
    }
    if (!book) {
      return res.status(404).json({ error: "No such book" });
    }
    res.json(book);
  });
});

app.use((err, req, res, next) => {
  console.error(err);
  res.status(500).json({ error: "Something went wrong" });
});

export default app;
