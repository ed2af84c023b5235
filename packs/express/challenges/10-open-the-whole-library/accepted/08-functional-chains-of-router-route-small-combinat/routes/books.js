import { Router } from "express";
import * as shelf from "../shelf.js";

const sending = (make, status = 200) => (req, res) => res.status(status).json(make(req));
const withTitle = (handler) => (req, res) =>
  req.body?.title ? handler(req, res) : res.status(400).json({ error: "Every book has a title" });

const router = Router();

router
  .route("/")
  .get(sending(() => shelf.allBooks()))
  .post(withTitle(sending(({ body }) => shelf.addBook(body), 201)));

router
  .route("/:id")
  .get(sending(({ params }) => shelf.findBook(params.id)))
  .put(sending(({ params, body }) => shelf.changeBook(params.id, body ?? {})))
  .delete(({ params }, res) => {
    shelf.removeBook(params.id);
    res.status(204).end();
  });

export default router;
