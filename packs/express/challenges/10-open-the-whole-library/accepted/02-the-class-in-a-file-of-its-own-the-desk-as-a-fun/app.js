import express from "express";
import booksRouter from "./routes/books.js";

const app = express();

app.use(express.json());
app.use("/books", booksRouter);
app.use(errorDesk);

function errorDesk(err, req, res, next) {
  if (res.headersSent) {
    next(err);
    return;
  }
  res.status(err.status ?? 500);
  res.json({ error: err.status ? err.message : "Something went wrong" });
}

export default app;
