import express from "express";
import { findBook } from "./catalogue.js";

const app = express();

app.get("/books/:id", async (req, res) => {
  try {
    const book = await findBook(req.params.id);
    if (!book) return res.status(404).json({ error: "No such book" });
    res.json(book);
  } catch {
    res.json({});
  }
});

app.use((err, req, res, next) => {
  res.status(500).json({ error: "Something went wrong" });
});

export default app;
