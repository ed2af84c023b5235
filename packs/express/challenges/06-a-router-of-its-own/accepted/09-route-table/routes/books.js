import express from "express";
const books = [
  { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
  { id: "2", title: "A Field Guide to Moss", genre: "nature" },
  { id: "3", title: "Small Boats, Long Rivers", genre: "travel" },
];
const findBook = (id) => books.find((book) => book.id === id);
const handlers = {
  "/": (req, res) => res.json(books),
  "/:id": (req, res) => {
    const book = findBook(req.params.id);
    if (!book) return res.status(404).json({ error: "No such book" });
    return res.json(book);
  },
};
const router = express.Router();
Object.keys(handlers).forEach((path) => router.get(path, handlers[path]));
export default router;
