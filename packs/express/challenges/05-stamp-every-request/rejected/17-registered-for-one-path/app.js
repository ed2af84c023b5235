import express from "express";

const app = express();

const books = [
  { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
  { id: "2", title: "A Field Guide to Moss", genre: "nature" },
  { id: "3", title: "Small Boats, Long Rivers", genre: "travel" },
];

function stampRequest(req, res, next) {
  res.set("X-Request-Id", crypto.randomUUID());
  next();
}

app.use("/hello", stampRequest);

app.get("/hello", (req, res) => {
  res.json({ message: "Welcome to the library" });
});

app.get("/books", (req, res) => {
  res.json(books);
});

export default app;
