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
  const key = req.headers["x-library-key"];
  const hasKey = typeof key === "string" && key.length > 0;
  const isRight = hasKey && key === KEY;
  if (isRight) {
    next();
  } else if (hasKey) {
    res.status(403).json({ error: "wrong key" });
  } else {
    res.status(401).json({ error: "no key" });
  }
}

app.get("/books", (req, res) => {
  res.json(books);
});

app.get("/backroom", requireKey, (req, res) => {
  res.json(treasures);
});

export default app;
