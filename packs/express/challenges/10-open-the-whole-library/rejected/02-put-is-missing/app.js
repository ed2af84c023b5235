import express from "express";
import booksRouter from "./routes/books.js";
import { LibraryError } from "./shelf.js";

const app = express();

app.use(express.json());
app.use("/books", booksRouter);
app.use((err, req, res, next) => {
  const known = err instanceof LibraryError;
  res.status(known ? err.status : 500).json({ error: known ? err.message : "Something went wrong" });
});

export default app;
