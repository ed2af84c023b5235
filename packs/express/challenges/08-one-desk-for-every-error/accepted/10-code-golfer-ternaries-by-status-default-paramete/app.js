import express from "express";

const app = express();

const books = [
  { id: "1", title: "The Lighthouse Keeper", onLoan: true },
  { id: "2", title: "A Field Guide to Moss", onLoan: false },
];

class LibraryError extends Error{constructor(m,s){super(m).status=s}}

app.get("/books/:id", (req, res) => {
  const book = books.find((one) => one.id === req.params.id);
  if (!book) throw new LibraryError("No such book", 404);
  res.json(book);
});

app.post("/books/:id/loan", (req, res) => {
  const book = books.find((one) => one.id === req.params.id);
  if (!book) throw new LibraryError("No such book", 404);
  if (book.onLoan) throw new LibraryError("This book is on loan", 409);
  book.onLoan = true;
  res.json(book);
});

app.get("/catalogue", () => {
  throw new Error("drawer 13 at 10.0.0.7 is stuck");
});

app.use((e,q,s,n)=>s.status(e.status??500).json({error:e.status?e.message:"oops"}));
app.use((q,s)=>s.status(404).json({error:"nope"}));

export default app;
