import express from "express";

const app = express();

const books = [
  { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
  { id: "2", title: "A Field Guide to Moss", genre: "nature" },
  { id: "3", title: "Small Boats, Long Rivers", genre: "travel" },
];

const byId = new Map(books.map((book) => [book.id, book]));

app.route("/books/:id").get(function (req, res) {
  const { id } = req.params;
  if (byId.has(id)) {
    res.json(byId.get(id));
  } else {
    res.status(404);
    res.json({ error: `No book ${id}` });
  }
});

export default app;
