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
  const genre = req.query.genre;
  const limit = req.query.limit;

  const result = [];
  for (let i = 0; i < books.length; i++) {
    if (!genre || books[i].genre === genre) {
      result.push(books[i]);
    }
    if (limit && result.length > Number(limit)) {
      break;
    }
  }
  res.json(result);
});

export default app;
