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
const { genre, limit } = req.query;
let found = books;
if (genre) {
 const same = (wanted) => (b) => b.genre === wanted;
 found = found.filter(same(genre));
}
if (limit) found = found.slice(0, Number(limit));
res.json(found);
});

export default app;
