import express from "express";

const app = express();

const books = [
  { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
  { id: "2", title: "A Field Guide to Moss", genre: "nature" },
  { id: "3", title: "Small Boats, Long Rivers", genre: "travel" },
];

class ValidationError extends Error {}

class Shelf {
  #next;

  constructor(list) {
    this.list = list;
    this.#next = list.length + 1;
  }

  add(draft) {
    if (!draft || !draft.title) {
      throw new ValidationError("A title is missing");
    }
    const book = { id: String(this.#next++), title: draft.title, genre: draft.genre };
    this.list.push(book);
    return book;
  }
}

const shelf = new Shelf(books);

app.get("/books", (req, res) => {
  res.json(books);
});

app.use(express.json());

app.post("/books", (req, res) => {
  try {
    const book = shelf.add(req.body);
    res.status(201).json(book);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    res.status(400).json({ error: error.message });
  }
});

export default app;
