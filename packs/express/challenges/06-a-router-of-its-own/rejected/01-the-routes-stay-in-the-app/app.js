import express from "express";

const app = express();

const books = [
  { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
  { id: "2", title: "A Field Guide to Moss", genre: "nature" },
  { id: "3", title: "Small Boats, Long Rivers", genre: "travel" },
];

app.get("/books", (req, res) => {
  res.json(books);
});

app.get("/books/:id", (req, res) => {
  const book = books.find((one) => one.id === req.params.id);
  if (!book) {
    res.status(404).json({ error: "No such book" });
    return;
  }
  res.json(book);
});

export default app;
