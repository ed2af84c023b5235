import { Router as makeRouter } from "express";

const shelf = new Map(
  [
    { id: "1", title: "The Lighthouse Keeper", genre: "mystery" },
    { id: "2", title: "A Field Guide to Moss", genre: "nature" },
    { id: "3", title: "Small Boats, Long Rivers", genre: "travel" },
  ].map((book) => [book.id, book]),
);

const room = makeRouter()
  .get("/", (req, res) => {
    res.json([...shelf.values()]);
  })
  .get("/:slip", (req, res) => {
    const { slip } = req.params;
    shelf.has(slip)
      ? res.json(shelf.get(slip))
      : res.status(404).json({ error: "No such book" });
  });

export { room as default };
