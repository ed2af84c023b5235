import express from "express";
import { addBook, allBooks, changeBook, findBook, removeBook } from "../shelf.js";

const router = express.Router();

router.get("/", (req, res) => {
  res.json(allBooks());
});

router.get("/:id", (req, res) => {
  res.json(findBook(req.params.id));
});

router.post("/", (req, res) => {
  if (!req.body?.title) {
    return res.status(400).json({ error: "A book needs a title" });
  }
  res.status(201).json(addBook(req.body));
});

router.put("/:id", (req, res) => {
  res.json(changeBook(req.params.id, req.body));
});

router.delete("/:id", (req, res) => {
  removeBook(req.params.id);
  res.sendStatus(204);
});

export default router;
