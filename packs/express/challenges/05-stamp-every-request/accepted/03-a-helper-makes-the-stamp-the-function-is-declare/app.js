import express from "express";

const app = express();

const books = [
  { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
  { id: "2", title: "A Field Guide to Moss", genre: "nature" },
  { id: "3", title: "Small Boats, Long Rivers", genre: "travel" },
];

app.use(stampRequest);

app.get("/hello", (req, res) => {
  res.json({ message: "Welcome to the library" });
});

app.get("/books", (req, res) => {
  res.json(books);
});

let last = 1000;

function nextStamp() {
  last += 1;
  return `visit-${last}`;
}

function stampRequest(req, res, next) {
  res.header("X-Request-Id", nextStamp());
  return next();
}

export default app;
