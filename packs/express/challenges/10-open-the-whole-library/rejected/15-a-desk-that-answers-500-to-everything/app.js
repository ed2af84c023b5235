import express from "express";
import booksRouter from "./routes/books.js";
import { LibraryError } from "./shelf.js";

const app = express();

app.use(express.json());
app.use("/books", booksRouter);
app.use((err, req, res, next) => {
  res.status(500).json({ error: err.message });
});

export default app;
