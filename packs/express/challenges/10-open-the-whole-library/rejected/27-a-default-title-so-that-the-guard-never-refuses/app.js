import express from "express";
import books from "./routes/books.js";
import { LibraryError } from "./shelf.js";

const app = express();

app.use(express.json());
app.use("/books", books);
app.use((err, req, res, next) => {
  if (err instanceof LibraryError) {
    return res.status(err.status).json({ error: err.message });
  }
  res.status(500).json({ error: "Something went wrong" });
});

export default app;
