import express from "express";

const app = express();

const books = [
  { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
  { id: "2", title: "A Field Guide to Moss", genre: "nature" },
  { id: "3", title: "Small Boats, Long Rivers", genre: "travel" },
];

app.get("/books/:id", (req, res) => {
  const ids = books.map((one) => one.id);
  const place = ids.indexOf(req.params.id);
  if (!(place >= 1)) {
    return res.status(404).json({ error: "No such book" });
  }
  res.json(books[place]);
});

export default app;
