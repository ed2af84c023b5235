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
  if (!req.body?.title) throw new LibraryError("title?", 400);
  res.status(201).json(addBook(req.body));
});
router.put("/:id", (req, res) => res.json(changeBook(req.params, req.body ?? {})));
router.delete("/:id", (req, res) => {
  removeBook(req.params.id);
  res.status(204).end();
});
export default router;
