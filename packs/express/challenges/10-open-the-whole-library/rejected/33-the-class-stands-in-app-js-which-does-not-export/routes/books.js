import express from "express";
import { allBooks, findBook, addBook, changeBook, removeBook } from "../shelf.js";

const router = express.Router();

router.get("/", (req, res) => {
  res.json(allBooks());
});

router.get("/:id", (req, res) => {
  res.json(findBook(req.params.id));
});

// Answer POST, PUT and DELETE here.
router.post("/", (req, res) => {
  const title = req.body.title;
  const genre = req.body.genre;
  if (title == null) {
    return res.status(400).json({ error: "title missing" });
  }
  const book = addBook(title, genre);
  res.status(201).json(book);
});

router.put("/:id", (req, res) => {
  const book = changeBook(req.params.id, req.body.title, req.body.genre);
  res.json(book);
});

router.delete("/:id", (req, res) => {
  removeBook(req.params.id);
  res.sendStatus(204);
});

export default router;
