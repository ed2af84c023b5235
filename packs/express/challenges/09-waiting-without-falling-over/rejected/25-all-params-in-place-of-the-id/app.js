import express from "express";
import { findBook } from "./catalogue.js";

const app = express();

app.get("/books/:id", async (req, res) => {
  const book = await findBook(req.params);
  if (!book) {
    res.status(404).json({ error: "No such book" });
    return;
  }
  res.json(book);
});

app.use((err, req, res, next) => {
  res.status(500).json({ error: "Something went wrong" });
});

export default app;
