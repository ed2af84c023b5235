import express from "express";
import crypto from "node:crypto";

const app = express();

let stampRequest = (req, res, next) => {
  const id = crypto.randomUUID();
  if (!res.headersSent) {
    res.setHeader("X-Request-Id", id);
    res.locals.requestId = id;
  }
  return void next();
};

const countQuietly = (req, res, next) => {
  app.locals.visits = (app.locals.visits ?? 0) + 1;
  next();
};

app.use(stampRequest, countQuietly);

const books = [
  { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
  { id: "2", title: "A Field Guide to Moss", genre: "nature" },
  { id: "3", title: "Small Boats, Long Rivers", genre: "travel" },
];

app.route("/hello").get((req, res) => {
  res.json({ message: "Welcome to the library" });
});

app.route("/books").get((req, res) => {
  res.json(books);
});

export default app;
