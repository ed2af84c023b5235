import express from "express";
import booksRouter from "./routes/books.js";

const app = express();

const note = (req, res, next) => {
  res.set("X-Desk", "books");
  next();
};

app.get("/hello", (req, res) => res.json({ message: "Welcome" }));
app.use("/books", note, booksRouter);

export default app;
