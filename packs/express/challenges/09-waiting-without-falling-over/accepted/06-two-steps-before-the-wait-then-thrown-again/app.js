import express from "express";
import { findBook } from "./catalogue.js";

const app = express();

app.get("/books/:id", async (req, res) => {
  const { id } = req.params;
  const open = () => findBook(id);
  const book = await open();
  return book ? res.json(book) : res.status(404).json({ error: "No such book" });
});

app.use((err, req, res, next) => {
  res.status(500).json({ error: "Something went wrong" });
});

export default app;
