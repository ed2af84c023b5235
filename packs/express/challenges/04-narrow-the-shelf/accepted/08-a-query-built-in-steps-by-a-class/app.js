import express from "express";

const app = express();

const books = [
  { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
  { id: "2", title: "A Field Guide to Moss", genre: "nature" },
  { id: "3", title: "Small Boats, Long Rivers", genre: "travel" },
  { id: "4", title: "Knots and Splices", genre: "travel" },
  { id: "5", title: "The Baker's Alibi", genre: "mystery" },
];

class BookQuery {
  #items;

  constructor(items) {
    this.#items = items;
  }

  withGenre(genre) {
    if (!genre) return this;
    return new BookQuery(this.#items.filter((item) => item.genre === genre));
  }

  atMost(limit) {
    if (!limit) return this;
    return new BookQuery(this.#items.slice(0, parseInt(limit, 10)));
  }

  toArray() {
    return this.#items;
  }
}

app.get("/books", (req, res) => {
  const { genre, limit } = req.query;
  const result = new BookQuery(books).withGenre(genre).atMost(limit).toArray();
  res.json(result);
});

export default app;
