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

app.route("/books").post(async function (req, res) {
  const title = req.body?.title?.trim();
  if (title) {
    const book = { id: `${books.length + 1}`, title };
    books[books.length] = book;
    return res.status(201).json(book);
  }
  res.status(400).json({ error: "Please send a title" });
});

export default app;
