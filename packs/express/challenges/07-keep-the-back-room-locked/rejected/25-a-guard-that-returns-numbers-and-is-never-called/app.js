import express from "express";

const app = express();
const KEY = "lantern";

const books = [
  { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
  { id: "2", title: "A Field Guide to Moss", genre: "nature" },
  { id: "3", title: "Small Boats, Long Rivers", genre: "travel" },
];

const treasures = [{ id: "r1", title: "The Founder's Diary", genre: "history" }];

// Write requireKey here, and put it in front of the back room.
function requireKey(req) {
  const key = req.headers["x-library-key"];
  if (key === undefined) {
    return 401;
  }
  if (key !== KEY) {
    return 403;
  }
  return true;
}

app.get("/books", (req, res) => {
  res.json(books);
});

app.get("/backroom", (req, res) => {
  if (requireKey) {
    res.json(treasures);
  } else {
    res.status(401).json({ error: "This door needs a key" });
  }
});

export default app;
