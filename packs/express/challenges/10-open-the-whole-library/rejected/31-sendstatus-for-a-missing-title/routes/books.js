import express from "express";
import { addBook, allBooks, changeBook, findBook, LibraryError, removeBook } from "../shelf.js";

const router = express.Router();

router.get("/", (req, res) => {
  res.json(allBooks());
});

router.get("/:id", (req, res) => {
  res.json(findBook(req.params.id));
});

router.post("/", (req, res) => {
  const { title, genre } = req.body ?? {};
  if (!title) return res.sendStatus(400);
  res.status(201).json(addBook({ title, genre }));
});

router.put("/:id", (req, res) => {
  res.json(changeBook(req.params.id, req.body ?? {}));
});

router.delete("/:id", (req, res) => {
  removeBook(req.params.id);
  res.status(204).end();
});

export default router;
