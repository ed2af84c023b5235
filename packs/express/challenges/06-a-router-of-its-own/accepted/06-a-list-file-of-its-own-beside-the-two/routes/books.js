import express from "express";

const router = express.Router();

import { books } from "../shelf.js";

router.get("/", (req, res) => {
  res.json(books);
});

router.get("/:id", (req, res) => {
  const book = books.find((one) => one.id === req.params.id);
  if (!book) {
    res.status(404).json({ error: "No such book" });
    return;
  }
  res.json(book);
});

export default router;
