import express from "express";
import { LibraryError } from "./errors/library-error.js";
import bookRouter from "./routes/books.js";

const app = express();

class ErrorDesk {
  static answer(error, response) {
    const known = error instanceof LibraryError;
    response
      .status(known ? error.status : 500)
      .json({ error: known ? error.message : "Internal server error" });
  }
}

app.use(express.json());
app.use("/books", bookRouter);
app.use((error, request, response, next) => {
  ErrorDesk.answer(error, response);
});

export default app;
