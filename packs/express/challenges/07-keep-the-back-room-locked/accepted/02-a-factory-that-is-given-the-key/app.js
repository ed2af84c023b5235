import express from "express";

const app = express();
const KEY = "lantern";

const books = [
  { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
  { id: "2", title: "A Field Guide to Moss", genre: "nature" },
  { id: "3", title: "Small Boats, Long Rivers", genre: "travel" },
];

const treasures = [{ id: "r1", title: "The Founder's Diary", genre: "history" }];

function requireKey(expected) {
  return (req, res, next) => {
    const given = req.header("x-library-key");
    if (!given) return res.status(401).json({ error: "No key" });
    if (given !== expected) return res.status(403).json({ error: "Wrong key" });
    return next();
  };
}

app.get("/books", (req, res) => {
  res.json(books);
});

app.get("/backroom", requireKey(KEY), (req, res) => {
  res.json(treasures);
});

export default app;
