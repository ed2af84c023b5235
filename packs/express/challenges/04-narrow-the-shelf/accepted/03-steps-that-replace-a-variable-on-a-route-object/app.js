import express from "express";

const app = express();

const books = [
  { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
  { id: "2", title: "A Field Guide to Moss", genre: "nature" },
  { id: "3", title: "Small Boats, Long Rivers", genre: "travel" },
  { id: "4", title: "Knots and Splices", genre: "travel" },
  { id: "5", title: "The Baker's Alibi", genre: "mystery" },
];

app.route("/books").get(function (req, res) {
  let shelf = books;
  if (req.query.genre) {
    shelf = shelf.filter(({ genre }) => genre === req.query.genre);
  }
  if (req.query.limit) {
    shelf = shelf.slice(0, parseInt(req.query.limit, 10));
  }
  res.status(200).json(shelf);
});

export default app;
