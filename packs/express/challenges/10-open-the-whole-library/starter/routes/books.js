import express from "express";
import { allBooks, findBook } from "../shelf.js";

const router = express.Router();

router.get("/", (req, res) => {
  res.json(allBooks());
});

router.get("/:id", (req, res) => {
  res.json(findBook(req.params.id));
});

// Answer POST, PUT and DELETE here.

export default router;
