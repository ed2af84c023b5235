import express from "express";
import { findBook } from "./catalogue.js";

const app = express();
const attempt = (promise) => promise.then((value) => [null, value], (error) => [error, null]);
app.get("/books/:id", async (req, res, next) => {
  const [error, book] = await attempt(findBook(req.params.id));
  if (error) return next(error);
  if (!book) return res.status(404).json({ error: "none" });
  res.json(book);
});
app.use((err, req, res, next) => {
  res.status(500).json({ error: "Something went wrong" });
});

export default app;
