import express from "express";

const app = express();

const books = [
  { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
  { id: "2", title: "A Field Guide to Moss", genre: "nature" },
  { id: "3", title: "Small Boats, Long Rivers", genre: "travel" },
  { id: "4", title: "Knots and Splices", genre: "travel" },
  { id: "5", title: "The Baker's Alibi", genre: "mystery" },
];

app.get("/books", (req, res) => {
  if (req.query.genre) {
    res.json(books.filter((book) => book.genre === req.query.genre));
  } else if (req.query.limit) {
    res.json(books.slice(0, Number(req.query.limit)));
  } else {
    res.json(books);
  }
});

export default app;
