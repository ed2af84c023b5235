import express from "express";
import { findBook } from "./catalogue.js";

const app = express();

app.get("/books/:id", (req, res, next) => {
  findBook(req.params.id)
    .then((book) => (book ? res.json(book) : res.status(404).json({ error: "No such book" })))
    .catch(next);
});

app.use((err, req, res, next) => {
  res.status(500).json({ error: "Something went wrong" });
});

export default app;
