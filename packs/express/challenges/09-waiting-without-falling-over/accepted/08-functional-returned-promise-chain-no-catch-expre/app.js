import express from "express";
import { findBook } from "./catalogue.js";

const notFound = [404, { error: "No such book" }];
const found = (book) => [200, book];
const reply = (res) => ([status, body]) => res.status(status).json(body);

const app = express();

app.get("/books/:id", ({ params: { id } }, res) =>
  findBook(id)
    .then((book) => (book === undefined ? notFound : found(book)))
    .then(reply(res)),
);

app.use((_error, _req, res, _next) => reply(res)([500, { error: "The cellar is in trouble" }]));

export default app;
