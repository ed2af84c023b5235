import express from "express";
import { findBook } from "./catalogue.js";

const app = express();

const loadBook = (req, res, next) => {
  findBook(req.params.id).then((book) => {
    req.book = book;
    next();
  }, next);
};

app.get("/books/:id", loadBook, (req, res) => {
  if (!req.book) return res.status(404).json({ error: "No such book" });
  res.json(req.book);
});

app.use((err, req, res, next) => {
  res.status(500).json({ error: "Something went wrong" });
});

export default app;
