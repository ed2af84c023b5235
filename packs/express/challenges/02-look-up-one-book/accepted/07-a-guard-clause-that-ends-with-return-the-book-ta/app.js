import express from "express";

const app = express();

const books = [
  { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
  { id: "2", title: "A Field Guide to Moss", genre: "nature" },
  { id: "3", title: "Small Boats, Long Rivers", genre: "travel" },
];

app.get("/books/:id", (req, res) => {
  const at = books.findIndex((one) => one.id === req.params.id);
  if (at < 0) return res.status(404).send({ error: "No such book" });
  return res.send(books[at]);
});

export default app;
