import express from "express";
import { addBook, allBooks, changeBook, findBook, LibraryError, removeBook } from "../shelf.js";

const CREATED = 201;
const NO_CONTENT = 204;
const BAD_REQUEST = 400;

const list = (req, res) => res.json(allBooks());
const show = (req, res) => res.json(findBook(req.params.id));
const create = (req, res) => {
  const { title, genre } = req.body ?? {};
  if (title === undefined || title === "") {
    throw new LibraryError("Title missing", BAD_REQUEST);
  }
  res.status(CREATED).json(addBook({ title, genre }));
};
const update = (req, res) => {
  const { id } = req.params;
  const { title, genre } = req.body ?? {};
  res.json(changeBook(id, { title, genre }));
};
const destroy = (req, res) => {
  removeBook(req.params.id);
  res.status(NO_CONTENT).end();
};

const routes = [
  ["get", "/", list],
  ["get", "/:id", show],
  ["post", "/", create],
  ["put", "/:id", update],
  ["delete", "/:id", destroy],
];

const router = express.Router();
for (const [method, path, handler] of routes) {
  router[method](path, handler);
}

export default router;
