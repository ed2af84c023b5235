import express from "express";
import { findBook } from "./catalogue.js";

const app = express();

app.get("/books/:id", async (req, res) => {
  const book = await findBook(req.params.id);
  if (!book) {
    throw Object.assign(new Error("No such book"), { status: 404 });
  }
  res.json(book);
});

app.use((err, req, res, next) => {
  if (err.status === 404) return res.status(404).json({ error: err.message });
  res.status(500).json({ error: "Something went wrong" });
});

export default app;
