import express from "express";

const app = express();
const KEY = "lantern";

const books = [
  { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
  { id: "2", title: "A Field Guide to Moss", genre: "nature" },
  { id: "3", title: "Small Boats, Long Rivers", genre: "travel" },
];

const treasures = [{ id: "r1", title: "The Founder's Diary", genre: "history" }];

function requireKey(req, res, next) {
  const key = req.get("X-Library-Key");
  if (key) {
    if (key === KEY) {
      next();
    } else {
      res.status(403).json({ error: "Wrong key" });
    }
  } else {
    res.status(401).json({ error: "No key" });
  }
}

app.get("/books", (req, res) => {
  res.json(books);
});

app.get("/backroom", requireKey, (req, res) => {
  res.json(treasures);
});

export default app;
