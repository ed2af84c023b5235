import express from "express";

const app = express();
const KEY = "lantern";

const books = [
  { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
  { id: "2", title: "A Field Guide to Moss", genre: "nature" },
  { id: "3", title: "Small Boats, Long Rivers", genre: "travel" },
];

const treasures = [{ id: "r1", title: "The Founder's Diary", genre: "history" }];

class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

function checkKey(headers) {
  if (!("x-library-key" in headers)) {
    throw new Refusal(401, "No key, no entry");
  }
  if (headers["x-library-key"] !== KEY) {
    throw new Refusal(403, "Wrong key");
  }
}

const requireKey = (req, res, next) => {
  try {
    checkKey(req.headers);
  } catch (refusal) {
    res.status(refusal.status).json({ error: refusal.message });
    return;
  }
  next();
};

app.get("/books", (req, res) => {
  res.json(books);
});

app.all("/backroom", requireKey);

app.get("/backroom", (req, res) => {
  res.json(treasures);
});

export default app;
