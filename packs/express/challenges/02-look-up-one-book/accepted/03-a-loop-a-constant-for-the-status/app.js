import express from "express";

const app = express();
const NOT_FOUND = 404;

const books = [
  { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
  { id: "2", title: "A Field Guide to Moss", genre: "nature" },
  { id: "3", title: "Small Boats, Long Rivers", genre: "travel" },
];

app.get("/books/:id", (req, res) => {
  const wanted = Number(req.params.id);
  for (const book of books) {
    if (Number(book.id) === wanted) return res.json(book);
  }
  return res.status(NOT_FOUND).json({ error: "No such book" });
});

export default app;
