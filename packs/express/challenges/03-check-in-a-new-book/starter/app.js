import express from "express";

const app = express();

const books = [
  { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
  { id: "2", title: "A Field Guide to Moss", genre: "nature" },
  { id: "3", title: "Small Boats, Long Rivers", genre: "travel" },
];

app.get("/books", (req, res) => {
  res.json(books);
});

// Read JSON bodies, then answer POST /books here.

export default app;
