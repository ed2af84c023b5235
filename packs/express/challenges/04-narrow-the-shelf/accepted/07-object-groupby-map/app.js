import express from "express";

const app = express();

const books = [
  { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
  { id: "2", title: "A Field Guide to Moss", genre: "nature" },
  { id: "3", title: "Small Boats, Long Rivers", genre: "travel" },
  { id: "4", title: "Knots and Splices", genre: "travel" },
  { id: "5", title: "The Baker's Alibi", genre: "mystery" },
];

const shelves = new Map();
for (const book of books) {
  if (!shelves.has(book.genre)) shelves.set(book.genre, []);
  shelves.get(book.genre).push(book);
}
app.get("/books", (req, res) => {
  const { genre, limit } = req.query;
  const shelf = genre ? shelves.get(genre) ?? [] : books;
  const end = limit ? Number(limit) : shelf.length;
  res.json(shelf.slice(0, end));
});

export default app;
