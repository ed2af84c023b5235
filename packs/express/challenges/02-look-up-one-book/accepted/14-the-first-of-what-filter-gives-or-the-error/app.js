import express from "express";

const app = express();

const books = [
  { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
  { id: "2", title: "A Field Guide to Moss", genre: "nature" },
  { id: "3", title: "Small Boats, Long Rivers", genre: "travel" },
];

app.get("/books/:id", (req, res) => {
  const [match] = books.filter(({ id }) => id === req.params.id);
  res.status(match ? 200 : 404);
  res.json(match ?? { error: "No such book" });
});

export default app;
