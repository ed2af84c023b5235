import express from "express";
import booksRouter from "./routes/books.js";
import { LibraryError } from "./shelf.js";

const app = express();

app.use(express.json());
app.use((err, req, res, next) => {
  const known = err instanceof LibraryError;
  res.status(known ? err.status : 500).json({ error: known ? err.message : "Something went wrong" });
});
app.use("/books", booksRouter);

export default app;
