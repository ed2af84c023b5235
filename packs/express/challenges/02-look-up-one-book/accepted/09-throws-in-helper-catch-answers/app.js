import express from "express";

const app = express();

const books = [
  { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
  { id: "2", title: "A Field Guide to Moss", genre: "nature" },
  { id: "3", title: "Small Boats, Long Rivers", genre: "travel" },
];

function mustFind(id) {
  const book = books.find((one) => one.id === id);
  if (!book) throw new Error("No such book");
  return book;
}
app.get("/books/:id", (req, res) => {
  try {
    res.json(mustFind(req.params.id));
  } catch (error) {
    res.status(404).json({ error: error.message });
  }
});

export default app;
