import express from "express";
import { findBook } from "./catalogue.js";

const app = express();

app.get("/books/:id", async (req, res, next) => {
  try {
    const book = await findBook(req.params.id);
    if (book) {
      res.json(book);
    } else {
      res.status(404).json({ error: "No such book" });
    }
  } catch (problem) {
    next(problem);
  }
});

app.use((err, req, res, next) => {
  res.status(500).json({ error: "Something went wrong" });
});

export default app;
