import express, { json } from "express";

const app = express();

const books = [
  { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
  { id: "2", title: "A Field Guide to Moss", genre: "nature" },
  { id: "3", title: "Small Boats, Long Rivers", genre: "travel" },
];

app.get("/books", (req, res) => {
  res.json(books);
});

app.use(json());

app.post("/books", ({ body }, res) => {
  if (typeof body?.title !== "string") {
    res.status(400).json({ error: "title is missing" });
  } else {
    const book = { ...body, id: crypto.randomUUID() };
    books.push(book);
    res.status(201).json(book);
  }
});

export default app;
