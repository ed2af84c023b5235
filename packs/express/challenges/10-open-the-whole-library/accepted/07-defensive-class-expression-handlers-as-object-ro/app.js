import express from "express";
import * as shelf from "./shelf.js";
import { default as router } from "./routes/books.js";

const app = express();

app.use(express.json(), express.urlencoded({ extended: false }));

app.use((req, res, next) => {
  res.set("Cache-Control", "no-store");
  next();
});

app.use(["/books"], router);

const desk = async (problem, request, response, next) => {
  if (!(problem instanceof shelf.LibraryError)) {
    console.error(problem);
    response.status(500).json({ error: "Something went wrong" });
    return;
  }
  const { status, message } = problem;
  response.status(status).json({ error: message });
};

app.use(desk);

export { app as default };
