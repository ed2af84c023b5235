import express from "express";

const app = express();

const books = [
  { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
  { id: "2", title: "A Field Guide to Moss", genre: "nature" },
  { id: "3", title: "Small Boats, Long Rivers", genre: "travel" },
];

app.param("id", (req, res, next, id) => {
  req.book = books.find((book) => book.id === id);
  next();
});
app.get("/books/:id", (req, res) => {
  if (!req.book) return res.status(404).json({ error: "No such book" });
  res.json(req.book);
});

export default app;
