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
const requireKey = (req, res, next) => {
  const key = req.get("X-Library-Key");
  if (!key) return next(new Refusal(401, "Key needed"));
  if (key !== KEY) return next(new Refusal(403, "Wrong key"));
  return next();
};
app.get("/books", (req, res) => {
  res.json(books);
});
app.get("/backroom", requireKey, (req, res) => {
  res.json(treasures);
});
app.use((err, req, res, next) => {
  res.status(err.status ?? 500).json({ error: err.message });
});

export default app;
