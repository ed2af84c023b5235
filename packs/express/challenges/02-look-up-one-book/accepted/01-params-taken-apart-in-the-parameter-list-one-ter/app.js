import express from "express";

const app = express();

const books = [
  { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
  { id: "2", title: "A Field Guide to Moss", genre: "nature" },
  { id: "3", title: "Small Boats, Long Rivers", genre: "travel" },
];

app.get("/books/:id", ({ params }, res) => {
  const book = books.find(({ id }) => id === params.id);
  return book ? res.json(book) : res.status(404).json({ error: "Unknown book" });
});

export default app;
