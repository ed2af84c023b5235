import express from "express";

const books = [
  { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
  { id: "2", title: "A Field Guide to Moss", genre: "nature" },
  { id: "3", title: "Small Boats, Long Rivers", genre: "travel" },
];

const findBook = (id) => books.find((book) => book.id === id);

export default express
  .Router()
  .get("/", (req, res) => res.json(books))
  .get("/:id", (req, res) => {
    const book = findBook(req.params.id);
    return book ? res.json(book) : res.status(404).json({ error: "No such book" });
  });
