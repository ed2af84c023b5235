import express from "express";

const app = express();
const KEY = "lantern";

const books = [
  { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
  { id: "2", title: "A Field Guide to Moss", genre: "nature" },
];

const treasures = [{ id: "r1", title: "The Founder's Diary", genre: "history" }];
const rules = [
  { test: (key) => !key, status: 401, error: "no key" },
  { test: (key) => key !== KEY, status: 403, error: "wrong key" },
];
function requireKey(req, res, next) {
  const key = req.get("X-Library-Key");
  const broken = rules.find((rule) => rule.test(key));
  if (broken) return res.status(broken.status).json({ error: broken.error });
  next();
}
app.get("/books", (req, res) => {
  res.json(books);
});

app.get("/backroom", requireKey, (req, res) => {
  res.json(treasures);
});

export default app;
