import express from "express";

const app = express();
const KEY = "lantern";

const books = [
  { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
  { id: "2", title: "A Field Guide to Moss", genre: "nature" },
  { id: "3", title: "Small Boats, Long Rivers", genre: "travel" },
];

const treasures = [{ id: "r1", title: "The Founder's Diary", genre: "history" }];

const requireKey = function (req, res, next) {
  switch (req.get("x-library-key")) {
    case undefined:
      return res.status(401).json({ error: "No key" });
    case KEY:
      return next();
    default:
      return res.status(403).json({ error: "Wrong key" });
  }
};

app.get("/books", (req, res) => {
  res.json(books);
});

app.route("/backroom").all(requireKey).get((req, res) => {
  res.json(treasures);
});

export default app;
