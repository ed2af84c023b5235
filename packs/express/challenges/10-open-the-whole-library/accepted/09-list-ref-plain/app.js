import express from "express";
import books from "./routes/books.js";
import * as shelf from "./shelf.js";

const app = express();
const desk = (err, req, res, next) => {
  if (!(err instanceof shelf.LibraryError)) {
    next(err);
    return;
  }
  res.status(err.status);
  res.json({ error: err.message });
};
const steps = [[express.json()], ["/books", books], [desk]];
for (const step of steps) app.use(...step);

export default app;
