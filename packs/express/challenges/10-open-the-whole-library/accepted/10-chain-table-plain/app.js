import express from "express";
import books from "./routes/books.js";
import { LibraryError } from "./shelf.js";

const answerFor = (err) =>
  err instanceof LibraryError
    ? { status: err.status, error: err.message }
    : { status: 500, error: "Internal error" };

const app = express()
  .use(express.json())
  .use("/books", books)
  .use((err, req, res, next) => {
    const { status, error } = answerFor(err);
    res.status(status).json({ error });
  });

export default app;
