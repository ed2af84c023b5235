import express from "express";

const app = express();

const books = [
  { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
  { id: "2", title: "A Field Guide to Moss", genre: "nature" },
  { id: "3", title: "Small Boats, Long Rivers", genre: "travel" },
  { id: "4", title: "Knots and Splices", genre: "travel" },
  { id: "5", title: "The Baker's Alibi", genre: "mystery" },
];

app.get("/books", ({ query: { genre, limit } }, res) => {
  const shelf = books
    .filter((book) => genre === undefined || book.genre === genre)
    .filter((_book, index) => limit === undefined || index < Number(limit));
  return res.json(shelf);
});

export default app;
