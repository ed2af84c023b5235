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

class BadRequest extends Error {
  status = 400;
}
function parse(body) {
  if (!body?.title) throw new BadRequest("A book needs a title");
  return { title: body.title, genre: body.genre };
}
app.use(express.json());
app.post("/books", (req, res) => {
  const fields = parse(req.body);
  const book = Object.assign({ id: crypto.randomUUID() }, fields);
  books.push(book);
  res.status(201).json(book);
});
app.use((err, req, res, next) => {
  res.status(err.status ?? 500).json({ error: err.message });
});

export default app;
