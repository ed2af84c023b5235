import { Router } from "express";
import * as shelf from "../shelf.js";

const router = Router();

const needsTitle = (req, res, next) => {
  if (req.body?.title) return next();
  res.status(400).json({ error: "A book needs a title" });
};

router
  .route("/")
  .get((req, res) => res.json(shelf.allBooks()))
  .post(needsTitle, (req, res) => {
    res.status(201).json(shelf.addBook(req.body));
  });

router
  .route("/:id")
  .get((req, res) => res.json(shelf.findBook(req.params.id)))
  .put((req, res) => res.json(shelf.changeBook(req.params.id, req.body)))
  .delete((req, res) => {
    shelf.removeBook(req.params.id);
    res.sendStatus(204);
  });

export default router;
