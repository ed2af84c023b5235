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
  if (key === KEY) return next();
  const status = key ? 403 : 401;
  res.status(status).json({ error: "The back room stays locked" });
}

app.get("/books", (req, res) => {
  res.json(books);
});

app.use("/backroom", requireKey);

app.get("/backroom", (req, res) => {
  res.json(treasures);
});

export default app;
