import * as shelf from "./shelf.js";
export const list = (req, res) => res.json(shelf.allBooks());
export const show = (req, res) => res.json(shelf.findBook(req.params.id));
export const create = (req, res) => {
  if (!req.body?.title) return res.status(400).json({ error: "title?" });
  res.status(201).json(shelf.addBook(req.body));
};
export const update = (req, res) => res.json(shelf.changeBook(req.params.id, req.body ?? {}));
export const destroy = (req, res) => {
  shelf.removeBook(req.params.id);
  res.sendStatus(204);
};
