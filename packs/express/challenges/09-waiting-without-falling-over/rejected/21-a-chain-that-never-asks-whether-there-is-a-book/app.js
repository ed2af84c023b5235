import express from "express";
import { findBook } from "./catalogue.js";

const app = express();

app.get("/books/:id", (req, res) => {
  return findBook(req.params.id).then((book) => res.json(book));
});

app.use((err, req, res, next) => {
  res.status(500).json({ error: "Something went wrong" });
});

export default app;
