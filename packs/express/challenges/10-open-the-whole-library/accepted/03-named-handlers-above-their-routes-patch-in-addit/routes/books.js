import express from "express";
import { addBook, allBooks, changeBook, findBook, LibraryError, removeBook } from "../shelf.js";

const router = express.Router();

function create(req, res) {
  if (typeof req.body?.title !== "string" || !req.body.title.trim()) {
    throw new LibraryError("A book needs a title", 400);
  }
  const book = addBook(req.body);
  res.status(201).location(`/books/${book.id}`).json(book);
}

const change = async (req, res) => {
  res.json(changeBook(req.params.id, req.body));
};

const remove = (req, res) => {
  removeBook(req.params.id);
  res.status(204).send();
};

router.get("/", (req, res) => res.json(allBooks()));
router.get("/:id", (req, res) => res.json(findBook(req.params.id)));
router.post("/", create);
router.put("/:id", change);
router.patch("/:id", change);
router.delete("/:id", remove);

export default router;
