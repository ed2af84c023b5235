import express from "express";
import { addBook, allBooks, changeBook, findBook, LibraryError, removeBook } from "../shelf.js";

const router = express.Router();

function pickFields(body) {
  const source = body && typeof body === "object" ? body : {};
  return { title: source.title, genre: source.genre };
}

const handlers = {
  list: (req, res) => res.json(allBooks()),

  add(req, res) {
    const fields = pickFields(req.body);
    if (fields.title === undefined) {
      throw new LibraryError("A book without a title cannot be found again", 400);
    }
    res.status(201).json(addBook(fields));
  },

  show: (req, res) => res.json(findBook(req.params.id)),

  change(req, res) {
    res.json(changeBook(req.params.id, pickFields(req.body)));
  },

  remove(req, res) {
    removeBook(req.params.id);
    res.sendStatus(204);
  },
};

// Every request for one book needs that book.
const mustExist = (req, res, next) => {
  findBook(req.params.id);
  next();
};

router.route("/").get(handlers.list).post(handlers.add);
router.route("/:id").all(mustExist).get(handlers.show).put(handlers.change).delete(handlers.remove);

export default router;
