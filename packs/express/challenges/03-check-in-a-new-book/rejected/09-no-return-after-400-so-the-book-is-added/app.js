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

app.use(express.json());

app.post("/books", (req, res) => {
  const { title, genre } = req.body ?? {};
  if (typeof title !== "string" || title.trim() === "") {
    res.status(400).json({ error: "A book needs a title" });
  }
  const book = { id: String(books.length + 1), title, genre };
  books.push(book);
  res.status(201).json(book);
});

export default app;
