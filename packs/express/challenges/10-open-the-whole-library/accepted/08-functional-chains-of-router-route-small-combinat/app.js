import express, { json } from "express";
import books from "./routes/books.js";
import { LibraryError } from "./shelf.js";

const app = express();

const toAnswer = (error) =>
  error instanceof LibraryError
    ? { status: error.status, text: error.message }
    : { status: error.status ?? 500, text: "That did not work" };

app.use(json());
app.use("/books", books);
app.use((error, _req, res, _next) => {
  const { status, text } = toAnswer(error);
  res.status(status).json({ error: text });
});

export default app;
