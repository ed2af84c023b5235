import express from "express";
import booksRouter from "./routes/books.js";
import { LibraryError } from "./shelf.js";

const app = express();

app.use(express.json());
app.use("/books", booksRouter);
app.use((err, req, res, next) => {
  if (err instanceof LibraryError) {
    res.status(err.status).json({ error: err.message });
    return;
  }
  res.status(500).json({ error: "Something went wrong" });
});

export default app;
