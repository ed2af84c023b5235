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
  const key = req.get("X-Api-Key");
  if (!key) {
    res.status(401).json({ error: "This door needs a key" });
    return;
  }
  if (key !== KEY) {
    res.status(403).json({ error: "This is not the right key" });
    return;
  }
  next();
}

app.get("/books", (req, res) => {
  res.json(books);
});

app.get("/backroom", requireKey, (req, res) => {
  res.json(treasures);
});

export default app;
