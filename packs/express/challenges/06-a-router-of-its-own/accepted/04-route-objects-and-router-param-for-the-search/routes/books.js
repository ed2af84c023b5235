import express from "express";

const books = [
  { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
  { id: "2", title: "A Field Guide to Moss", genre: "nature" },
  { id: "3", title: "Small Boats, Long Rivers", genre: "travel" },
];

const router = new express.Router();

router.param("id", (req, res, next, id) => {
  req.book = books.find((book) => book.id === id);
  if (req.book) next();
  else res.status(404).json({ error: "No such book" });
});
router.route("/").get((req, res) => res.json(books));
router.route("/:id").get((req, res) => res.json(req.book));

export default router;
