import express from "express";

const app = express();
const CREATED = 201;
const BAD_REQUEST = 400;

const books = [
  { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
  { id: "2", title: "A Field Guide to Moss", genre: "nature" },
  { id: "3", title: "Small Boats, Long Rivers", genre: "travel" },
];

app.get("/books", (req, res) => {
  res.json(books);
});

app.use(express.json({ limit: "10kb" }));
app.post("/books", checkIn);

function checkIn(req, res) {
  if (!req.body || !req.body.title) {
    res.status(BAD_REQUEST).json({ error: "A book needs a title" });
    return;
  }
  const book = { id: String(books.length + 1), title: req.body.title };
  books.push(book);
  res.status(CREATED).json(book);
}

export default app;
