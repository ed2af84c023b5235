import express, { json } from "express";
import booksRouter from "./routes/books.js";
import { LibraryError } from "./shelf.js";

const app = express();

const desk = (problem, req, res, next) => {
  if (problem instanceof LibraryError) {
    res.statusCode = problem.status;
    res.json({ error: problem.message });
  } else {
    res.status(500).json({ error: "Something went wrong" });
  }
};

app.use(json({ limit: "20kb" }));
app.use("/books", booksRouter);
app.use((req, res, next) => next(new LibraryError("There is nothing here", 404)));
app.use(desk);

export default app;
