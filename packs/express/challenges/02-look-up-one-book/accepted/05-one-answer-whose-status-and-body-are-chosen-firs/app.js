import express from "express";

const app = express();

const books = [
  { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
  { id: "2", title: "A Field Guide to Moss", genre: "nature" },
  { id: "3", title: "Small Boats, Long Rivers", genre: "travel" },
];

app.get("/books/:id", (req, res) => {
  const book = books.find((one) => one.id === req.params.id);
  const body = book ?? { error: "No such book" };
  res.status(book ? 200 : 404).json(body);
});

export default app;
