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

let counter = books.length;
const nextId = () => String((counter += 1));
const steps = [
  express.json(),
  (req, res, next) => (req.body?.title ? next() : res.status(400).json({ error: "title missing" })),
  (req, res) => {
    const book = { id: nextId(), title: req.body.title };
    books.push(book);
    res.status(201).json(book);
  },
];
app.post("/books", ...steps);

export default app;
