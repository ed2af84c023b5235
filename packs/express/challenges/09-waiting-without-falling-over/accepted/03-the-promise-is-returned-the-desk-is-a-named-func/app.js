import express from "express";
import { findBook } from "./catalogue.js";

const app = express();

app.route("/books/:id").get(function (req, res) {
  return findBook(req.params.id).then((book) => {
    if (!book) return res.status(404).json({ error: "No such book" });
    res.json(book);
  });
});

app.use(errorDesk);

function errorDesk(err, req, res, next) {
  console.error(err.message);
  if (res.headersSent) return next(err);
  res.status(500).json({ error: "Something went wrong" });
}

export default app;
